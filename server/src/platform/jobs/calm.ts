import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'

/** Of the time between two looks, how much a thread is at work that has no time for what can wait. */
const busyShare = 0.8
const betweenLooksMs = 50
/** Mails go out under the worst load, too. */
const waitMsMax = 3_000

/**
 * Waits until the thread that answers people has time to spare, but not for long: what a burst of bookings leaves to be
 * mailed must not take the time of the bookings themselves.
 */
export async function untilCalm() {
  const giveUpAt = performance.now() + waitMsMax
  let before = performance.eventLoopUtilization()
  for (;;) {
    await sleep(betweenLooksMs)
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, before)
    if (utilization < busyShare || performance.now() > giveUpAt) return
    before = now
  }
}
