import { useSyncExternalStore } from 'react'

const windowEvents = ['focus', 'blur', 'visibilitychange'] as const

function onAttention(listener: () => void): () => void {
  for (const name of windowEvents) window.addEventListener(name, listener)
  document.addEventListener('visibilitychange', listener)
  return () => {
    for (const name of windowEvents) window.removeEventListener(name, listener)
    document.removeEventListener('visibilitychange', listener)
  }
}

/** Whether somebody is in front of this window. */
export const useHasAttention = (): boolean =>
  useSyncExternalStore(onAttention, () => document.visibilityState === 'visible' && document.hasFocus())
