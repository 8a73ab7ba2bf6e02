import type { Slot } from '@marga/contract/slots'
import { type Day, wallClock } from '@marga/contract/wall-clock'
import { clockText, instantAt, isSkipped, readClock } from '@marga/contract/zoned-time'
import type { PublishErrors } from './publish-rules.ts'

export type ChangeValues = {
  scope: 'one' | 'following'
  day: Day
  /** "HH:mm". */
  time: string
  minutes: number
  mentorPreferences: string
  description: string
}

const minutesOf = ({ start, end }: Pick<Slot, 'start' | 'end'>) =>
  (Date.parse(end) - Date.parse(start)) / 60_000

/** The slot as the form begins. */
export function changeValuesOf(slot: Slot, timeZone: string): ChangeValues {
  const { day, minutes } = wallClock(slot.start, timeZone)
  return {
    scope: 'one',
    day,
    time: clockText(minutes),
    minutes: minutesOf(slot),
    mentorPreferences: slot.mentorPreferences,
    description: slot.description,
  }
}

/** What is wrong with the form, by field; the server checks the same again. */
export function checkChange(
  { day, time }: ChangeValues,
  { timeZone, now }: { timeZone: string; now: Date },
): PublishErrors {
  const clock = readClock(time)
  if (!day) return { day: 'Choose a day.' }
  if (clock === null) return { time: 'Give a time such as 09:30.' }
  if (isSkipped(day, clock, timeZone)) return { time: 'The clocks change on this day and skip this time.' }
  return instantAt(day, clock, timeZone) <= now ? { time: 'This time is in the past.' } : {}
}

/** The form as the server takes it: a slot whose time is the same is not moved, so that it keeps its id. */
export function toSlotChanges(values: ChangeValues, slot: Slot, timeZone: string, skipClashes = false) {
  const was = changeValuesOf(slot, timeZone)
  const isMoved = values.day !== was.day || values.time !== was.time || values.minutes !== was.minutes
  const isStartKept = values.day === was.day && values.time === was.time
  const start = isStartKept
    ? new Date(slot.start)
    : instantAt(values.day, readClock(values.time) ?? 0, timeZone)
  return {
    scope: values.scope,
    mentorPreferences: values.mentorPreferences.trim(),
    description: values.description,
    skipClashes,
    ...(isMoved
      ? {
          move: {
            start: start.toISOString(),
            end: new Date(start.getTime() + values.minutes * 60_000).toISOString(),
            timeZone,
          },
        }
      : {}),
  }
}
