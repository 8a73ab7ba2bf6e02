import { useSyncExternalStore } from 'react'

let heardAt: Date | null = null
const listeners = new Set<() => void>()

/** Of when what is shown is, while there is no connection; null while there is one. */
export function setHeardAt(time: Date | null): void {
  heardAt = time
  for (const listener of listeners) listener()
}

export const getHeardAt = (): Date | null => heardAt

export const useHeardAt = (): Date | null =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    getHeardAt,
    () => null,
  )
