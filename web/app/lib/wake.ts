import { currentTime } from './clock.ts'

const lookEveryMs = 2_000
/** Timers of a busy page come late by less than this, and those of a hidden one by less than that. */
const lateMs = { visible: 12_000, hidden: 120_000 }

/**
 * Calls `listener` when the page may have been away. `isCertain`: the machine slept (its clock went on and the page's
 * timers did not), the tab was frozen or kept for going back, or the line came back. Otherwise it was only hidden.
 */
export function onWake(listener: (isCertain: boolean) => void): void {
  let lookedAt = currentTime().getTime()
  function hasSlept(afterMs: number) {
    const now = currentTime().getTime()
    const gapMs = now - lookedAt
    lookedAt = now
    return gapMs > afterMs
  }
  setInterval(() => {
    if (hasSlept(lateMs[document.visibilityState])) listener(true)
  }, lookEveryMs)
  window.addEventListener('online', () => listener(true))
  window.addEventListener('pageshow', (event) => event.persisted && listener(true))
  document.addEventListener('resume', () => listener(true))
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') listener(hasSlept(lateMs.hidden))
  })
}
