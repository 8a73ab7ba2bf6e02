import { limits } from '@marga/contract/limits'
import type { SlotClashes, SlotDetails } from '@marga/contract/slots'
import { type Day, wallClock, weekdayOf } from '@marga/contract/wall-clock'
import { addDays, instantAt, isSkipped } from '@marga/contract/zoned-time'
import { after, daysMs, minutesMs } from '../../platform/clock.ts'
import { AppError, invalidField } from '../../platform/errors.ts'

export type Interval = { start: Date; end: Date }

/** How far ahead a repetition may be published. */
const repeatDaysMax = 370

type Asked = Interval & Pick<SlotDetails, 'type'>

/** @throws AppError naming the field, below `path`, that makes the slot impossible */
export function checkInterval({ start, end, type }: Asked, now: Date, path = 'slotDetails') {
  const lengthMs = end.getTime() - start.getTime()
  if (start <= now) throw invalidField(`${path}.start`, 'This time is in the past.')
  if (lengthMs <= 0) throw invalidField(`${path}.end`, 'The end must be after the start.')
  if (lengthMs > minutesMs(limits.sessionMinutes)) {
    throw invalidField(`${path}.end`, `A session lasts at most ${limits.sessionMinutes} minutes.`)
  }
  if (type === 'intro' && lengthMs !== minutesMs(limits.introMinutes)) {
    throw invalidField(`${path}.end`, `An intro call lasts ${limits.introMinutes} minutes.`)
  }
}

/**
 * Every span that the details ask for, the first one first, and the days on which a change of the clocks skips the
 * time. A repetition keeps the clock time of the given zone, so that "Mondays at 18:00" stays so when the clocks
 * change; a time that a change repeats means the first.
 * @throws AppError naming the field
 */
export function expandRecurrence(details: SlotDetails, now: Date): { spans: Interval[]; missingDays: Day[] } {
  checkInterval(details, now)
  const { repeat } = details
  const lengthMs = details.end.getTime() - details.start.getTime()
  const rowFrom = (start: Date): Interval[] =>
    Array.from({ length: details.inARow }, (_, index) => ({
      start: after(start, index * lengthMs),
      end: after(start, (index + 1) * lengthMs),
    }))
  if (!repeat) return { spans: rowFrom(details.start), missingDays: [] }
  const { timeZone } = repeat
  const first = wallClock(details.start, timeZone)
  // Seconds, which no clock of ours shows.
  const restMs = details.start.getTime() % minutesMs(1)
  const until = after(instantAt(addDays(repeat.until, 1), 0, timeZone), -1)
  if (until < details.start)
    throw invalidField('slotDetails.repeat.until', 'The last day is before the first.')
  if (until > after(details.start, daysMs(repeatDaysMax))) {
    throw invalidField('slotDetails.repeat.until', 'Repeat for at most one year.')
  }
  const weekdays = new Set(repeat.weekdays)
  const spans: Interval[] = []
  const missingDays: Day[] = []
  for (let day = first.day; day <= repeat.until; day = addDays(day, 1)) {
    if (!weekdays.has(weekdayOf(day))) continue
    if (isSkipped(day, first.minutes, timeZone)) missingDays.push(day)
    else if (day === first.day) spans.push(...rowFrom(details.start))
    else spans.push(...rowFrom(after(instantAt(day, first.minutes, timeZone), restMs)))
    if (spans.length > limits.slotsAtOnceMax) {
      throw invalidField('slotDetails.repeat.until', `At most ${limits.slotsAtOnceMax} slots at once.`)
    }
  }
  if (spans.length === 0 && missingDays.length === 0) {
    throw invalidField(
      'slotDetails.repeat.weekdays',
      'None of these days falls between the first and the last.',
    )
  }
  return { spans, missingDays }
}

/**
 * @param field by which the person gave the days, or their time
 * @throws AppError that names every time which is not possible, if there is one
 */
export function refuseClashes(found: SlotClashes, field: string) {
  if (found.clashes.length > 0) throw new AppError('slot_overlap', { details: found })
  if (found.missingDays.length === 0) return
  const message = 'The clocks change on some of these days and skip this time.'
  throw new AppError('invalid_request', { message, fields: { [field]: message }, details: found })
}

type Move = { from: Interval; to: Interval; timeZone: string }

/**
 * Where a slot of the same series goes when one of it moves: as many days and minutes by the clock of the zone. The
 * day alone when a change of the clocks skips the new time on it.
 */
export function movedWith({ start }: Interval, { from, to, timeZone }: Move): Interval | Day {
  const [own, before, then] = [start, from.start, to.start].map((time) => wallClock(time, timeZone))
  const minutes = own!.minutes + then!.minutes - before!.minutes
  const days = (Date.parse(then!.day) - Date.parse(before!.day)) / daysMs(1) + Math.floor(minutes / 1440)
  const day = addDays(own!.day, days)
  const clock = ((minutes % 1440) + 1440) % 1440
  if (isSkipped(day, clock, timeZone)) return day
  // The one that is moved goes exactly to where it was put, though a clock show that time twice.
  const moved =
    start.getTime() === from.start.getTime()
      ? to.start
      : after(instantAt(day, clock, timeZone), start.getTime() % minutesMs(1))
  return { start: moved, end: after(moved, to.end.getTime() - to.start.getTime()) }
}
