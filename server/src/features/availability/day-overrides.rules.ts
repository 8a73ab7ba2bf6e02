import type { Availability, ClockRange, DayOverride } from '@marga/contract/availability'
import { limits } from '@marga/contract/limits'
import { type Day, wallClock } from '@marga/contract/wall-clock'
import { openSpans, rangesOf, type Span } from '@marga/contract/weekly-hours'
import { addDays, clockText, readClock } from '@marga/contract/zoned-time'

type Hours = Pick<Availability, 'timeZone' | 'weekly' | 'overrides' | 'vacations' | 'bufferMinutes'>

const midnight = 24 * 60

/**
 * The overrides with which no slot is laid out over a time any more: of each of its days the hours without it and the
 * buffer after it, so that those after it stay where they are. Undefined where nothing lies over it as it is. Of a day
 * in more pieces than can be kept the shortest is closed, too.
 */
export function overridesWithout(hours: Hours, taken: Span): DayOverride[] | undefined {
  const { day } = wallClock(taken.start, hours.timeZone)
  // It may go on after midnight, and a range that a change of the clocks has moved may begin on the day before.
  const closed = [addDays(day, -1), day, addDays(day, 1)]
    .filter((date) => openSpans(hours, date).some((span) => span.start < taken.end && taken.start < span.end))
    .map((date) => ({ date, ranges: rangesWithout(hours, date, taken) }))
  if (closed.length === 0) return undefined
  const others = hours.overrides.filter(({ date }) => closed.every((one) => one.date !== date))
  return [...others, ...closed].sort((one, other) => (one.date < other.date ? -1 : 1))
}

function rangesWithout(hours: Hours, date: Day, { start, end }: Span): ClockRange[] {
  const from = minutesOn(date, start, hours.timeZone)
  const lengthMinutes = Math.ceil((end.getTime() - start.getTime()) / 60_000)
  // Where the clocks show an hour twice the end may read earlier than the start.
  const to = Math.max(minutesOn(date, end, hours.timeZone), from + lengthMinutes) + hours.bufferMinutes
  const pieces = rangesOf(hours, date).flatMap((range) => withoutMinutes(range, { from, to }))
  return longestOf(pieces, limits.rangesPerDayMax)
}

/** Minutes since midnight of that day, by the clock; negative on the day before, over 24 hours on the day after. */
function minutesOn(date: Day, moment: Date, timeZone: string): number {
  const { day, minutes } = wallClock(moment, timeZone)
  return minutes + (day > date ? midnight : day < date ? -midnight : 0)
}

function longestOf(pieces: readonly ClockRange[], atMost: number): ClockRange[] {
  const length = ({ from, to }: ClockRange) => readClock(to)! - readClock(from)!
  const longest = new Set([...pieces].sort((one, other) => length(other) - length(one)).slice(0, atMost))
  return pieces.filter((piece) => longest.has(piece))
}

function withoutMinutes(range: ClockRange, { from, to }: { from: number; to: number }): ClockRange[] {
  const [begin, end] = [readClock(range.from)!, readClock(range.to)!]
  return [
    { from: begin, to: Math.min(end, from) },
    { from: Math.max(begin, to), to: end },
  ]
    .filter((piece) => piece.from < piece.to)
    .map((piece) => ({ from: clockText(piece.from), to: clockText(piece.to) }))
}
