/** Fired at the page when what it knows about installing has changed. */
export const installChanged = 'marga:install'

/**
 * Keeps the browser's own offer until somebody asks for it. It comes once after a page was loaded, often before that
 * is hydrated, so this runs in the head. Apart from what uses it: every page's server carries it, few pages do more.
 */
export const installScript =
  `addEventListener("beforeinstallprompt",function(e){e.preventDefault();globalThis.__installPrompt=e;dispatchEvent(new Event("${installChanged}"))});` +
  `addEventListener("appinstalled",function(){delete globalThis.__installPrompt;dispatchEvent(new Event("${installChanged}"))});`
