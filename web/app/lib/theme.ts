import { useSyncExternalStore } from 'react'
import { browserStorage } from './browser-storage.ts'

/** `system` follows the machine; the others are a choice kept in this browser. */
export type Theme = 'system' | 'light' | 'dark'

const key = 'marga.theme'
const changed = 'marga:theme'

/** Runs before the first paint, so that a stored choice does not flash. Kept in step with `setTheme`. */
export const themeScript = `try{var t=localStorage.getItem('${key}');if(t==='light'||t==='dark'){document.documentElement.dataset.theme=t;document.querySelectorAll('meta[name=theme-color]').forEach(function(m){m.media=m.media.includes(t)?'all':'not all'})}}catch(e){}`

export function readTheme(): Theme {
  const stored = browserStorage.getItem(key)
  return stored === 'light' || stored === 'dark' ? stored : 'system'
}

export function setTheme(theme: Theme): void {
  const root = document.documentElement
  if (theme === 'system') {
    browserStorage.removeItem(key)
    delete root.dataset.theme
  } else {
    browserStorage.setItem(key, theme)
    root.dataset.theme = theme
  }
  colourBars(theme)
  window.dispatchEvent(new Event(changed))
}

/** The bars of the browser itself: of the colours for light and for dark pages the one that is chosen. */
function colourBars(theme: Theme) {
  for (const [index, meta] of document
    .querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')
    .entries()) {
    const own = index === 0 ? 'light' : 'dark'
    meta.media = theme === 'system' ? `(prefers-color-scheme: ${own})` : theme === own ? 'all' : 'not all'
  }
}

export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, readTheme, () => 'system')
}

function subscribe(listener: () => void) {
  window.addEventListener(changed, listener)
  window.addEventListener('storage', listener)
  return () => {
    window.removeEventListener(changed, listener)
    window.removeEventListener('storage', listener)
  }
}
