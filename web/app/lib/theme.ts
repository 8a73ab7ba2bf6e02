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
  browserStorage.setItem(themeKey, theme)
  window.dispatchEvent(new Event(changed))
}

/** To the page, and to the bars of the browser itself: of the colours for light and for dark pages the chosen one. */
function applyTheme() {
  const theme = readTheme()
  const { dataset } = document.documentElement
  if (theme === 'system') delete dataset.theme
  else dataset.theme = theme
  for (const [index, meta] of document
    .querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')
    .entries()) {
    const own = index === 0 ? 'light' : 'dark'
    meta.media = theme === 'system' ? `(prefers-color-scheme: ${own})` : theme === own ? 'all' : 'not all'
  }
}

// It may also be another tab of this browser that chooses.
if (typeof window !== 'undefined') subscribe(applyTheme)

export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, readTheme, () => 'system')
}
