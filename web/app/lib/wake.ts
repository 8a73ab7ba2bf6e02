import { currentTime } from './clock.ts'

const lookEveryMs = 2_000
/** Timers of a busy or hidden page come late by less than this. */
const sleptMs = 10_000

/**
 * Calls `listener` when the page may have been away: the machine slept (its clock went on and the page's timers did
 * not), the tab was frozen, kept for going back, or hidden, or the line came back. Often for nothing.
 */
export function onWake(listener: () => void): void {
  let lookedAt = currentTime().getTime()
  setInterval(() => {
    const now = currentTime().getTime()
    const isLate = now - lookedAt > lookEveryMs + sleptMs
    lookedAt = now
    if (isLate) listener()
  }, lookEveryMs)
  window.addEventListener('online', listener)
  window.addEventListener('pageshow', (event) => event.persisted && listener())
  document.addEventListener('resume', listener)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') listener()
  })
}
