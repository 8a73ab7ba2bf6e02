const repeatAfterMs = 3000
const idleAfterMs = 5000

/**
 * Tells the other side that somebody types: at once, again while it goes on, and when it ends. `tell`
 * is called seldom enough for every key press to come here.
 */
export function createTypingNotifier(tell: (isTyping: boolean) => void, nowMs: () => number = Date.now) {
  let toldAt: number | null = null
  let idle: ReturnType<typeof setTimeout> | undefined

  const stop = () => {
    clearTimeout(idle)
    if (toldAt === null) return
    toldAt = null
    tell(false)
  }
  return {
    typed(hasText: boolean) {
      if (!hasText) return stop()
      clearTimeout(idle)
      idle = setTimeout(stop, idleAfterMs)
      if (toldAt !== null && nowMs() - toldAt < repeatAfterMs) return
      toldAt = nowMs()
      tell(true)
    },
    stop,
  }
}
export type TypingNotifier = ReturnType<typeof createTypingNotifier>
