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
  if (theme === 'system') browserStorage.removeItem(themeKey)
  else browserStorage.setItem(themeKey, theme)
  applyTheme(theme)
  window.dispatchEvent(new Event(changed))
}

function applyTheme(theme: Theme) {
  const { dataset } = document.documentElement
  if (theme === 'system') delete dataset.theme
  else dataset.theme = theme
  colourBars(theme)
}

// Another tab of this browser chose, or let go of all that is stored.
if (typeof window !== 'undefined')
  window.addEventListener('storage', ({ key }) => {
    if (key === themeKey || key === null) applyTheme(readTheme())
  })

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
