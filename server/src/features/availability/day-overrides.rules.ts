import type { Availability, ClockRange, DayOverride } from '@marga/contract/availability'
import { limits } from '@marga/contract/limits'
import { openSpans, rangesOf, type Span } from '@marga/contract/weekly-hours'
import { addDays, clockText, type Day, readClock, wallClock } from '@marga/contract/zoned-time'
import { AppError } from '../../platform/errors.ts'

type Hours = Pick<Availability, 'timeZone' | 'weekly' | 'overrides' | 'vacations' | 'bufferMinutes'>

const midnight = 24 * 60

/**
 * The overrides with which no slot is laid out over a time any more: of its day the hours without it and the buffer
 * after it, so that those after it stay where they are. Undefined where nothing lies over it as it is. Of a day in more
 * pieces than can be kept the shortest is closed, too.
 * @throws AppError invalid_request when there are too many single days
 */
export function overridesWithout(hours: Hours, { start, end }: Span): DayOverride[] | undefined {
  const { day } = wallClock(start, hours.timeZone)
  // A range that a change of the clocks has moved may begin on the day before.
  const date = [day, addDays(day, -1)].find((one) =>
    openSpans(hours, one).some((span) => span.start < end && start < span.end),
  )
  if (!date) return undefined
  const from = minutesOn(date, start, hours.timeZone)
  const lengthMinutes = Math.ceil((end.getTime() - start.getTime()) / 60_000)
  // Where the clocks show an hour twice the end may read earlier than the start.
  const to = Math.max(minutesOn(date, end, hours.timeZone), from + lengthMinutes) + hours.bufferMinutes
  const pieces = rangesOf(hours, date).flatMap((range) => withoutMinutes(range, { from, to }))
  const ranges = longestOf(pieces, limits.rangesPerDayMax)
  const others = hours.overrides.filter((one) => one.date !== date)
  if (others.length >= limits.overridesMax) throw tooMany
  return [...others, { date, ranges }].sort((one, other) => (one.date < other.date ? -1 : 1))
}

const tooMany = new AppError('invalid_request', {
  message: 'There are too many exceptions to keep this one. Change the day in your weekly hours.',
})

/** Minutes since midnight of that day, by the clock; over 24 hours on the day after. */
function minutesOn(date: Day, moment: Date, timeZone: string): number {
  const { day, minutes } = wallClock(moment, timeZone)
  return minutes + (day > date ? midnight : 0)
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
