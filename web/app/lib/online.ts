import { useSyncExternalStore } from 'react'

/** The browser knows that there is no line. That there is one it only guesses. */
export const isOffline = (): boolean => typeof navigator !== 'undefined' && navigator.onLine === false

function subscribe(listener: () => void) {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

export function useIsOffline(): boolean {
  return useSyncExternalStore(subscribe, isOffline, () => false)
}
