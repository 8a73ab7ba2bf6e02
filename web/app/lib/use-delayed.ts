import { useEffect, useEffectEvent } from 'react'

/** Runs `action` once, `delayMs` after `isDue` became true, unless the page is left before. */
export function useDelayed(isDue: boolean, delayMs: number, action: () => void): void {
  const run = useEffectEvent(action)
  useEffect(() => {
    if (!isDue) return
    const timer = setTimeout(() => run(), delayMs)
    return () => clearTimeout(timer)
  }, [isDue, delayMs])
}
