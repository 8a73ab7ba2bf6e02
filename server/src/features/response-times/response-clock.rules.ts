import { limits } from '@marga/contract/limits'
import { type Day, wallClock } from '@marga/contract/wall-clock'
import { addDays, instantAt } from '@marga/contract/zoned-time'
import { daysMs, hoursMs } from '../../platform/clock.ts'

/** While a clock stands still; without an end as long as nobody knows it. */
export type Standstill = { from: Date; until: Date | null }

/** What is due of a question, and when; null where the clock never gets there as things are. */
export type Deadlines = { nudgeAt: Date | null; dueAt: Date | null; refundableFrom: Date | null }

const byStart = (one: Standstill, other: Standstill) => one.from.getTime() - other.from.getTime()

/** The moment at which `ms` of running time have passed since then. Null where it stands still for good before. */
export function runningUntil(since: Date, ms: number, standstills: readonly Standstill[]): Date | null {
  let at = since.getTime()
  let left = ms
  for (const { from, until } of [...standstills].sort(byStart)) {
    const runs = from.getTime() - at
    if (runs >= left) break
    if (until === null) return null
    left -= Math.max(0, runs)
    at = Math.max(at, until.getTime())
  }
  return new Date(at + left)
}

/** How long the clock ran between two moments, in ms. */
export function runningMs(since: Date, to: Date, standstills: readonly Standstill[]): number {
  let at = since.getTime()
  const end = to.getTime()
  let total = 0
  for (const { from, until } of [...standstills].sort(byStart)) {
    if (from.getTime() >= end) break
    total += Math.max(0, from.getTime() - at)
    at = Math.max(at, until?.getTime() ?? end)
  }
  return total + Math.max(0, end - at)
}

/**
 * @param since the first message that waits
 * @param silentSince from when days of silence count
 * @param timeZone the mentor's
 */
export function deadlinesOf(
  { since, silentSince }: { since: Date; silentSince: Date },
  standstills: readonly Standstill[],
  timeZone: string,
): Deadlines {
  return {
    nudgeAt: nudgeAt(since, standstills, timeZone),
    dueAt: runningUntil(since, hoursMs(limits.answerHours), standstills),
    refundableFrom: runningUntil(silentSince, daysMs(limits.silentDays), standstills),
  }
}

/** After 16 hours. In the mentor's night at its beginning, if that is not too early, else at its end. */
function nudgeAt(since: Date, standstills: readonly Standstill[], timeZone: string): Date | null {
  const wanted = runningUntil(since, hoursMs(limits.answerNudgeHours), standstills)
  if (wanted === null) return null
  const night = nightAround(wanted, timeZone)
  if (!night) return wanted
  const earliest = runningUntil(since, hoursMs(limits.answerNudgeEarliestHours), standstills)!
  return outsideStandstills(night.from >= earliest ? night.from : night.to, standstills, timeZone)
}

/** Nobody is reminded while the clock stands still, nor in the night in which it goes on. */
function outsideStandstills(moment: Date, standstills: readonly Standstill[], timeZone: string): Date | null {
  const around = standstills.find(({ from, until }) => from <= moment && (until === null || until > moment))
  if (!around) return moment
  if (around.until === null) return null
  const next = nightAround(around.until, timeZone)?.to ?? around.until
  return outsideStandstills(next, standstills, timeZone)
}

/** The night that a moment is in, 22:00 to 7:00 by the clocks of the zone. It may be at 22:00, and at 7:00. */
function nightAround(moment: Date, timeZone: string): { from: Date; to: Date } | undefined {
  const { day, minutes } = wallClock(moment, timeZone)
  if (minutes >= limits.nightFromHour * 60) return nightOf(day, timeZone)
  if (minutes < limits.nightToHour * 60) return nightOf(addDays(day, -1), timeZone)
  return undefined
}

const nightOf = (evening: Day, timeZone: string) => ({
  from: instantAt(evening, limits.nightFromHour * 60, timeZone),
  to: instantAt(addDays(evening, 1), limits.nightToHour * 60, timeZone),
})
