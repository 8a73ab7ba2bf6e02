import { limits } from '@marga/contract/limits'
import { instantAt, isSkipped, readClock } from '@marga/contract/zoned-time'
import { ApiError } from './api-client.ts'

/** The form as it is filled in: day and clock of the person's own zone. */
export type ProposedTime = { day: string; time: string }
export type TimeErrors = { [Field in keyof ProposedTime]?: string }

export const hasErrors = (errors: readonly TimeErrors[]): boolean =>
  errors.some(({ day, time }) => day ?? time)

export const emptyTime: ProposedTime = { day: '', time: '' }

type Situation = {
  timeZone: string
  now: Date
  /** Of the session that would move; absent where a new one is asked for. */
  bookedStart?: string
}

/** The moment that a row names; null while it names none. */
export function startOf({ day, time }: ProposedTime, timeZone: string): string | null {
  const clock = readClock(time)
  return day && clock !== null ? instantAt(day, clock, timeZone).toISOString() : null
}

/** What is wrong with each row; the server checks the same again. */
export function checkTimes(
  times: readonly ProposedTime[],
  { timeZone, now, bookedStart }: Situation,
): TimeErrors[] {
  const starts = times.map((row) => startOf(row, timeZone))
  return times.map((row, index) => {
    const clock = readClock(row.time)
    if (!row.day) return { day: 'Choose a day.' }
    if (clock === null) return { time: 'Give a time such as 09:30.' }
    if (isSkipped(row.day, clock, timeZone))
      return { time: 'The clocks change on this day and skip this time.' }
    const start = starts[index]!
    if (new Date(start) <= now) return { time: 'This time is in the past.' }
    if (bookedStart && start === new Date(bookedStart).toISOString())
      return { time: 'It is booked for this time already.' }
    return starts.indexOf(start) < index ? { time: 'You have given this time already.' } : {}
  })
}

/** Which rows the server found taken in one of the two calendars. */
export function overlapErrors(
  error: unknown,
  times: readonly ProposedTime[],
  timeZone: string,
): TimeErrors[] {
  const clashes = error instanceof ApiError ? error.details.clashes : null
  if (!Array.isArray(clashes)) return times.map(() => ({}))
  return times.map((row) =>
    clashes.includes(startOf(row, timeZone)) ? { time: 'One of you has another session then.' } : {},
  )
}

export const canAddTime = (times: readonly unknown[]): boolean => times.length < limits.proposedTimesMax
