import type { Availability } from '../availability.ts'
import type { FixedSlot, Span } from '../weekly-hours.ts'
import { dayMs, minuteMs } from './clock-changes.ts'

/** Every clock of these years shows whole quarters at whole quarters, and changes at one. */
const stepMs = 15 * minuteMs
const formats = new Map<string, Intl.DateTimeFormat>()

/** The clock of a zone as "2026-03-29 01:30". */
export function clockAt(timeZone: string, atMs: number): string {
  let format = formats.get(timeZone)
  if (!format) {
    format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
    formats.set(timeZone, format)
  }
  return format.format(atMs)
}

const asUtcMs = (clock: string) => Date.parse(`${clock.replace(' ', 'T')}Z`)
const dayOf = (clock: string) => clock.slice(0, 10)
const daysAfter = (day: string, days: number) =>
  new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10)
const weekdayOf = (day: string) => new Date(day).getUTCDay()
const mondayOf = (day: string) => daysAfter(day, -((weekdayOf(day) + 6) % 7))

/** What each quarter of an hour on the clock means: where the clock shows it first, or has skipped it. */
function readClocks(timeZone: string, fromMs: number, toMs: number): Map<string, number> {
  const moments = new Map<string, number>()
  let expected: number | undefined
  for (let atMs = fromMs; atMs <= toMs; atMs += stepMs) {
    const shown = asUtcMs(clockAt(timeZone, atMs))
    for (let skipped = expected ?? shown; skipped < shown; skipped += stepMs)
      moments.set(textOf(skipped), atMs + (skipped - expected!))
    if (!moments.has(textOf(shown))) moments.set(textOf(shown), atMs)
    expected = shown + stepMs
  }
  return moments
}
const textOf = (clockMs: number) => new Date(clockMs).toISOString().slice(0, 16).replace('T', ' ')

/**
 * Weekly hours laid out the long way round: the clock of the zone is read every quarter of an hour, each quarter is open
 * or not, and each slot is held against everything by itself. Shares no code with what it is compared with.
 */
export function layOutByTheClock(of: Availability, fixed: readonly FixedSlot[], now: Date): Span[] {
  const today = dayOf(clockAt(of.timeZone, now.getTime()))
  const fromMs = Date.parse(today) - 2 * dayMs
  const moments = readClocks(of.timeZone, fromMs, fromMs + (of.horizonDays + 5) * dayMs)
  const found: Span[] = []
  let freeFromMs = 0
  for (let ahead = 0; ahead <= of.horizonDays; ahead++) {
    const day = daysAfter(today, ahead)
    for (const run of openRuns(of, day, moments))
      for (const slot of cutRun(of, run))
        if (slot.start > now && isFree(of, fixed, slot) && hasRoom(of, fixed, day)) {
          // What the day before has at midnight needs its pause, too.
          if (slot.start.getTime() < freeFromMs) continue
          found.push(slot)
          freeFromMs = slot.end.getTime() + of.bufferMinutes * minuteMs
        }
  }
  return found
}

function openRuns(of: Availability, day: string, moments: Map<string, number>): [number, number][] {
  if (of.vacations.some(({ from, to }) => day >= from && day <= to)) return []
  const override = of.overrides.find(({ date }) => date === day)
  const ranges = override ? override.ranges : of.weekly.filter(({ weekday }) => weekday === weekdayOf(day))
  const open = new Set<number>()
  for (const { from, to } of ranges) {
    const end = to === '24:00' ? `${daysAfter(day, 1)} 00:00` : `${day} ${to}`
    for (let atMs = moments.get(`${day} ${from}`)!; atMs < moments.get(end)!; atMs += stepMs) open.add(atMs)
  }
  const begins = [...open].filter((atMs) => !open.has(atMs - stepMs)).sort((one, other) => one - other)
  return begins.map((begin) => {
    let end = begin
    while (open.has(end)) end += stepMs
    return [begin, end]
  })
}

function cutRun({ sessionMinutes, bufferMinutes }: Availability, [begin, end]: [number, number]): Span[] {
  const lengthMs = sessionMinutes * minuteMs
  const room = (end - begin + bufferMinutes * minuteMs) / (lengthMs + bufferMinutes * minuteMs)
  return Array.from({ length: Math.floor(room) }, (_, index) => {
    const startMs = begin + index * (lengthMs + bufferMinutes * minuteMs)
    return { start: new Date(startMs), end: new Date(startMs + lengthMs) }
  })
}

const isFree = ({ bufferMinutes }: Availability, fixed: readonly FixedSlot[], { start, end }: Span) =>
  fixed.every((one) => {
    const apartMs = Math.max(one.start.getTime() - end.getTime(), start.getTime() - one.end.getTime())
    return apartMs >= bufferMinutes * minuteMs
  })

function hasRoom(
  { timeZone, maxPerDay, maxPerWeek }: Availability,
  fixed: readonly FixedSlot[],
  day: string,
) {
  if (maxPerDay === null && maxPerWeek === null) return true
  const days = fixed
    .filter(({ isBooked }) => isBooked)
    .map(({ start }) => dayOf(clockAt(timeZone, start.getTime())))
  const ofDay = days.filter((one) => one === day).length
  const ofWeek = days.filter((one) => mondayOf(one) === mondayOf(day)).length
  return ofDay < (maxPerDay ?? 1000) && ofWeek < (maxPerWeek ?? 1000)
}
