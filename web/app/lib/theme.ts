import { useSyncExternalStore } from 'react'
import { browserStorage } from './browser-storage.ts'

/** `system` follows the machine; the others are a choice kept in this browser. */
export type Theme = 'system' | 'light' | 'dark'

const key = 'marga.theme'
const changed = 'marga:theme'

/** Runs before the first paint, so that a stored choice does not flash. Kept in step with `setTheme`. */
export const themeScript = `try{var t=localStorage.getItem('${key}');if(t==='light'||t==='dark')document.documentElement.dataset.theme=t}catch(e){}`

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
  window.dispatchEvent(new Event(changed))
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
