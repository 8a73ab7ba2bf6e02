import { limits } from '@marga/contract/limits'
import type { SlotType } from '@marga/contract/slot-states'
import type { Slot, SlotDetails } from '@marga/contract/slots'
import { type Day, weekdayOf } from '@marga/contract/wall-clock'
import { addDays, instantAt, isSkipped, readClock } from '@marga/contract/zoned-time'
import type { Interval } from './rules.ts'

/** The form as it is filled in: day and clock of the mentor's own zone. */
export type PublishValues = {
  type: SlotType
  day: Day
  /** "HH:mm". */
  time: string
  minutes: number
  /** So many one after the other. */
  inARow: number
  mentorPreferences: string
  description: string
  isRepeated: boolean
  /** Besides that of `day`, which is always one of them. */
  weekdays: number[]
  until: Day
}
export type PublishField = 'day' | 'time' | 'minutes' | 'until'
export type PublishErrors = Partial<Record<PublishField, string>>

export const sessionLengths = [15, 30, 45, 60] as const
const repeatDaysMax = 370

/** An intro call has one length; a session the chosen one. */
export const lengthOf = ({ type, minutes }: Pick<PublishValues, 'type' | 'minutes'>): number =>
  type === 'intro' ? limits.introMinutes : minutes

export const weekdaysOf = ({ day, weekdays }: Pick<PublishValues, 'day' | 'weekdays'>): number[] => [
  ...new Set([weekdayOf(day), ...weekdays]),
]

/**
 * Every time that the form asks for, in the same way as the server lays them out: the clock time
 * stays when the clocks change, and days that skip it are left out. Ends past the allowed number, so that too many can
 * be told.
 */
export function expandIntervals(values: PublishValues, timeZone: string): Interval[] {
  const clock = readClock(values.time)
  if (clock === null || !values.day) return []
  const lengthMs = lengthOf(values) * 60_000
  const rowOf = (day: Day): Interval[] => {
    if (isSkipped(day, clock, timeZone)) return []
    const startMs = instantAt(day, clock, timeZone).getTime()
    return Array.from({ length: values.inARow }, (_, index) => ({
      start: new Date(startMs + index * lengthMs),
      end: new Date(startMs + (index + 1) * lengthMs),
    }))
  }
  if (!values.isRepeated) return rowOf(values.day)
  const weekdays = weekdaysOf(values)
  const spans: Interval[] = []
  for (let day = values.day; day <= values.until; day = addDays(day, 1)) {
    if (weekdays.includes(weekdayOf(day))) spans.push(...rowOf(day))
    if (spans.length > limits.slotsAtOnceMax) break
  }
  return spans
}

const takesTime = ({ status }: Pick<Slot, 'status'>) => status === 'open' || status === 'booked'

/** The slots that share a moment with one of the spans; ends may touch. */
export function findOverlaps(spans: readonly Interval[], slots: readonly Slot[]): Slot[] {
  return slots.filter(
    (slot) =>
      takesTime(slot) &&
      spans.some(({ start, end }) => start < new Date(slot.end) && end > new Date(slot.start)),
  )
}

type Situation = { timeZone: string; slots: readonly Slot[]; now: Date }

/**
 * What is wrong with the form, by field; the server checks the same again. What a repetition clashes with is for the
 * server to say: it knows the whole calendar, and the person may have the rest published.
 */
export function checkPublish(values: PublishValues, { timeZone, slots, now }: Situation): PublishErrors {
  if (!values.day) return { day: 'Choose a day.' }
  if (readClock(values.time) === null) return { time: 'Give a time such as 09:30.' }
  const length = lengthOf(values)
  if (length <= 0 || length > limits.sessionMinutes) {
    return { minutes: `A session lasts at most ${limits.sessionMinutes} minutes.` }
  }
  if (isSkipped(values.day, readClock(values.time)!, timeZone)) {
    return { time: 'The clocks change on this day and skip this time.' }
  }
  if (values.isRepeated) {
    const error = checkRepetition(values)
    if (error) return error
  }
  const spans = expandIntervals(values, timeZone)
  if (spans.length > limits.slotsAtOnceMax) {
    return { until: `At most ${limits.slotsAtOnceMax} times at once.` }
  }
  if (instantAt(values.day, readClock(values.time)!, timeZone) <= now) {
    return { time: 'This time is in the past.' }
  }
  if (!values.isRepeated && findOverlaps(spans, slots).length > 0)
    return { time: 'This overlaps with another slot in the calendar.' }
  return {}
}

function checkRepetition({ until, day }: PublishValues): PublishErrors | null {
  if (!until) return { until: 'Choose the last day.' }
  if (until < day) return { until: 'The last day is before the first.' }
  if (until > addDays(day, repeatDaysMax)) return { until: 'Repeat for at most one year.' }
  return null
}

/** The form as the server takes it. */
export function toSlotDetails(values: PublishValues, timeZone: string, skipClashes = false) {
  const start = instantAt(values.day, readClock(values.time) ?? 0, timeZone)
  return {
    type: values.type,
    start: start.toISOString(),
    end: new Date(start.getTime() + lengthOf(values) * 60_000).toISOString(),
    mentorPreferences: values.mentorPreferences.trim(),
    description: values.description,
    inARow: values.inARow,
    ...(values.isRepeated
      ? {
          repeat: {
            weekdays: weekdaysOf(values),
            until: values.until,
            timeZone,
            skipClashes,
          } satisfies Repeat,
        }
      : {}),
  }
}
type Repeat = NonNullable<SlotDetails['repeat']>

/** Which field of the form the server's complaint belongs to. */
export const fieldOfServer: Readonly<Record<string, PublishField>> = {
  'slotDetails.start': 'time',
  'slotDetails.end': 'minutes',
  'slotDetails.repeat.until': 'until',
}
