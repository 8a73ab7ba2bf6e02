import type { Availability, ClockRange } from './availability.ts'
import { type Day, wallClock, weekdayOf } from './wall-clock.ts'
import { addDays, instantAt, readClock, weekOf } from './zoned-time.ts'

export type Span = { start: Date; end: Date }
/** What stands in a mentor's calendar and is not the template's to move: booked slots, and open ones made by hand. */
export type FixedSlot = Span & { isBooked: boolean }

type Hours = Pick<Availability, 'timeZone' | 'weekly' | 'overrides' | 'vacations'>
type Template = Hours &
  Pick<Availability, 'sessionMinutes' | 'bufferMinutes' | 'horizonDays' | 'maxPerDay' | 'maxPerWeek'>

const minuteMs = 60_000

/** The hours of a day as clocks show them: of the vacation none, of an override its own, else those of the weekday. */
export function rangesOf(hours: Hours, day: Day): readonly ClockRange[] {
  if (hours.vacations.some(({ from, to }) => from <= day && day <= to)) return []
  const override = hours.overrides.find(({ date }) => date === day)
  return override?.ranges ?? hours.weekly.filter(({ weekday }) => weekday === weekdayOf(day))
}

/**
 * The same as moments, in their order. A time that a change of the clocks repeats means the first, one that it skips
 * moves on by what it skips; ranges that touch or overlap then are one.
 */
export function openSpans(hours: Hours, day: Day): Span[] {
  const at = (text: string) => instantAt(day, readClock(text)!, hours.timeZone)
  return joined(
    rangesOf(hours, day)
      .map(({ from, to }) => ({ start: at(from), end: at(to) }))
      .filter(({ start, end }) => start < end),
  )
}

/** In their order, those that touch or overlap as one. */
function joined(spans: readonly Span[]): Span[] {
  const found: Span[] = []
  for (const span of [...spans].sort((one, other) => one.start.getTime() - other.start.getTime())) {
    const last = found.at(-1)
    if (!last || span.start > last.end) found.push({ ...span })
    else if (span.end > last.end) last.end = span.end
  }
  return found
}

/**
 * The slots that weekly hours make from now to the horizon, in their order. Each range is cut from its start into
 * sessions with the buffer between them. Left out is what does not lie ahead, what comes within the buffer of a slot
 * that stands there already or of the last one of the day before, and all of a day or week (from Monday) whose maximum
 * is booked.
 */
export function expandWeeklyHours(template: Template, fixed: readonly FixedSlot[], now: Date): Span[] {
  const { timeZone, horizonDays, sessionMinutes, bufferMinutes } = template
  const today = wallClock(now, timeZone).day
  const isFull = fullDays(template, fixed)
  const bufferMs = bufferMinutes * minuteMs
  const isBlocked = isWithinBuffer(fixed, bufferMs)
  const found: Span[] = []
  const isApart = ({ start }: Span) =>
    found.length === 0 || start.getTime() >= found.at(-1)!.end.getTime() + bufferMs
  for (let ahead = 0; ahead <= horizonDays; ahead++) {
    const day = addDays(today, ahead)
    if (isFull(day)) continue
    for (const span of openSpans(template, day))
      for (const session of cut(span, sessionMinutes * minuteMs, bufferMs))
        if (session.start > now && !isBlocked(session) && isApart(session)) found.push(session)
  }
  return found
}

function* cut({ start, end }: Span, sessionMs: number, bufferMs: number): Generator<Span> {
  for (let at = start.getTime(); at + sessionMs <= end.getTime(); at += sessionMs + bufferMs)
    yield { start: new Date(at), end: new Date(at + sessionMs) }
}

function isWithinBuffer(fixed: readonly FixedSlot[], bufferMs: number) {
  return ({ start, end }: Span) =>
    fixed.some(
      (one) =>
        start.getTime() < one.end.getTime() + bufferMs && one.start.getTime() - bufferMs < end.getTime(),
    )
}

function fullDays({ timeZone, maxPerDay, maxPerWeek }: Template, fixed: readonly FixedSlot[]) {
  const perDay = new Map<Day, number>()
  const perWeek = new Map<Day, number>()
  const mondayOf = (day: Day) => weekOf(day)[0]!
  const count = (counts: Map<Day, number>, key: Day) => counts.set(key, (counts.get(key) ?? 0) + 1)
  for (const { start, isBooked } of fixed) {
    if (!isBooked) continue
    const { day } = wallClock(start, timeZone)
    count(perDay, day)
    count(perWeek, mondayOf(day))
  }
  return (day: Day) =>
    (maxPerDay !== null && (perDay.get(day) ?? 0) >= maxPerDay) ||
    (maxPerWeek !== null && (perWeek.get(mondayOf(day)) ?? 0) >= maxPerWeek)
}

/** Whether a session lies wholly inside the hours, which may go on after midnight. */
export function isInside(hours: Hours, { start, end }: Span): boolean {
  const { day } = wallClock(start, hours.timeZone)
  // A range that a change of the clocks has moved may begin on the day before.
  const around = [addDays(day, -1), day, addDays(day, 1)].flatMap((one) => openSpans(hours, one))
  return joined(around).some((span) => span.start <= start && end <= span.end)
}
