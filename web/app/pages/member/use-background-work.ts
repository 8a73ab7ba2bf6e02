import { useEffect } from 'react'
import type { CacheOwner } from '../../lib/offline/offline-caches.ts'

/** What the area does beside what is shown, once the browser has nothing better to do: nothing depends on it. */
export function useBackgroundWork({ role, userId }: CacheOwner, pushKey: string | null): void {
  useEffect(() => {
    let isOver = false
    let end: (() => void) | undefined
    const start = async () => {
      const { loadBackgroundWork } = await import('./load-background-work.ts')
      end = await loadBackgroundWork({ role, userId }, pushKey)
      if (isOver) end()
    }
    // Safari has no such thing.
    const whenIdle = window.requestIdleCallback ?? setTimeout
    whenIdle(() => void start().catch(() => undefined))
    return () => {
      isOver = true
      end?.()
    }
  }, [role, userId, pushKey])
}
