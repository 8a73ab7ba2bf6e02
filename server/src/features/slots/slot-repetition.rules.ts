import { limits } from '@marga/contract/limits'
import type { SlotDetails } from '@marga/contract/slots'
import { addDays, instantAt, wallClock, weekdayOf } from '@marga/contract/zoned-time'
import { after, daysMs, minutesMs } from '../../platform/clock.ts'
import { invalidField } from '../../platform/errors.ts'

export type Span = { start: Date; end: Date }

/** How far ahead a repetition may be published. */
const repeatDaysMax = 370

/** @throws AppError naming the field that makes the slot impossible */
export function checkSpan(details: SlotDetails, now: Date) {
  const lengthMs = details.end.getTime() - details.start.getTime()
  if (details.start <= now) throw invalidField('slotDetails.start', 'This time is in the past.')
  if (lengthMs <= 0) throw invalidField('slotDetails.end', 'The end must be after the start.')
  if (lengthMs > minutesMs(limits.sessionMinutes)) {
    throw invalidField('slotDetails.end', `A session lasts at most ${limits.sessionMinutes} minutes.`)
  }
  if (details.type === 'intro' && lengthMs !== minutesMs(limits.introMinutes)) {
    throw invalidField('slotDetails.end', `An intro call lasts ${limits.introMinutes} minutes.`)
  }
}

/**
 * Every span that the details ask for, the first one first. A repetition keeps the clock time of
 * the given zone, so that "Mondays at 18:00" stays so when the clocks change. A time that a change
 * skips moves on by the hour it skips; one that it repeats means the first.
 * @throws AppError naming the field
 */
export function layOut(details: SlotDetails, now: Date): Span[] {
  checkSpan(details, now)
  const { repeat } = details
  if (!repeat) return [{ start: details.start, end: details.end }]
  const lengthMs = details.end.getTime() - details.start.getTime()
  const { timeZone } = repeat
  const first = wallClock(details.start, timeZone)
  // Seconds, which no clock of ours shows.
  const restMs = details.start.getTime() % minutesMs(1)
  const until = after(instantAt(addDays(repeat.until, 1), 0, timeZone), -1)
  if (until < details.start)
    throw invalidField('slotDetails.repeat.until', 'The last day lies before the first.')
  if (until > after(details.start, daysMs(repeatDaysMax))) {
    throw invalidField('slotDetails.repeat.until', 'Repeat for at most one year.')
  }
  const weekdays = new Set(repeat.weekdays)
  const spans: Span[] = []
  for (let day = first.day; day <= repeat.until; day = addDays(day, 1)) {
    if (!weekdays.has(weekdayOf(day))) continue
    const isFirst = day === first.day
    const start = isFirst ? details.start : after(instantAt(day, first.minutes, timeZone), restMs)
    spans.push({ start, end: after(start, lengthMs) })
    if (spans.length > limits.slotsAtOnceMax) {
      throw invalidField('slotDetails.repeat.until', `At most ${limits.slotsAtOnceMax} slots at once.`)
    }
  }
  if (spans.length === 0) throw invalidField('slotDetails.repeat.weekdays', 'No such day lies in this span.')
  return spans
}
