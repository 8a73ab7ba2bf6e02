import { minutesMs } from './clock.ts'

export const windowMs = minutesMs(1)

/** How often something was counted in the window under way, this time included. */
export type Counted = { used: number; endsInMs: number }

/**
 * Beyond `keysMax` callers at once new ones share so many counters of each limit: counted too harshly, but never not at
 * all.
 */
const sharedCounters = 1024

type Options = { nowMs?: (() => number) | undefined; keysMax?: number | undefined }

/** Counts keys, such as `code:203.0.113.7`, in windows of a minute, in this process. */
export function createCountWindows({ nowMs = () => performance.now(), keysMax = 100_000 }: Options = {}) {
  const windows = new Map<string, { used: number; endsAtMs: number }>()
  let sweptAtMs = nowMs()

  function sweep(now: number) {
    sweptAtMs = now
    for (const [key, { endsAtMs }] of windows) if (endsAtMs <= now) windows.delete(key)
  }

  return (given: string): Counted => {
    const now = nowMs()
    if (now - sweptAtMs > windowMs) sweep(now)
    const key = windows.has(given) || windows.size < keysMax ? given : sharedKey(given)
    let window = windows.get(key)
    if (!window || window.endsAtMs <= now) {
      window = { used: 0, endsAtMs: now + windowMs }
      windows.set(key, window)
    }
    return { used: ++window.used, endsInMs: window.endsAtMs - now }
  }
}

/** Of one limit only: what may be done seldom is not held against a count of what is done often. */
function sharedKey(key: string): string {
  const limit = key.slice(0, key.indexOf(':'))
  return `shared:${limit}:${hashOf(key) % sharedCounters}`
}

function hashOf(text: string): number {
  let hash = 0
  for (let index = 0; index < text.length; index++) hash = (hash * 31 + text.charCodeAt(index)) >>> 0
  return hash
}
