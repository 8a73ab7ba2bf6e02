import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'

/** Of the time between two looks, how much a thread is at work that has no time for what can wait. */
const busyShare = 0.8
const betweenLooksMs = 50
/** Where a load does not end, what waits has its turn as often as it gives way: nobody can hold up the mails of others. */
const usualTurnMs = 3_000

/**
 * Gives way to people who are answered by the same thread: what a burst of bookings leaves to be mailed must not take
 * the time of the bookings themselves. Each call ends once the thread has time to spare, at the latest after a turn;
 * then as long a turn follows in which nothing waits. @param turnMs how long a turn lasts
 */
export function createCalm(turnMs = usualTurnMs) {
  let next: Promise<void> | undefined
  let isFreeUntil = 0

  async function untilSpared() {
    const giveUpAt = performance.now() + turnMs
    let before = performance.eventLoopUtilization()
    for (;;) {
      await sleep(betweenLooksMs)
      const now = performance.eventLoopUtilization()
      if (performance.eventLoopUtilization(now, before).utilization < busyShare) return
      if (performance.now() > giveUpAt) break
      before = now
    }
    isFreeUntil = performance.now() + turnMs
  }

  return async function untilCalm() {
    if (performance.now() < isFreeUntil) return
    next ??= untilSpared().finally(() => {
      next = undefined
    })
    await next
  }
}
