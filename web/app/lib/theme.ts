import { useSyncExternalStore } from 'react'
import { browserStorage, storageSubscription } from './browser-storage.ts'
import { themeKey } from './theme-script.ts'

/** `system` follows the machine; the others are a choice kept in this browser. */
export type Theme = 'system' | 'light' | 'dark'

const changed = 'marga:theme'
const subscribe = storageSubscription(changed)

export function readTheme(): Theme {
  const stored = browserStorage.getItem(themeKey)
  return stored === 'light' || stored === 'dark' ? stored : 'system'
}

export function setTheme(theme: Theme): void {
  const root = document.documentElement
  if (theme === 'system') {
    browserStorage.removeItem(themeKey)
    delete root.dataset.theme
  } else {
    browserStorage.setItem(themeKey, theme)
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
