import { limits } from '@marga/contract/limits'
import { after, daysMs, hoursMs, minutesMs } from '../../platform/clock.ts'
import { invalidField } from '../../platform/errors.ts'

/** So far ahead a time is asked for: the mentor has to see it, and the subscription to reach it. */
const aheadHoursMin = 1
const aheadDaysMax = 60

/** @throws AppError naming `starts` when one is not a time that can be asked for */
export function checkRequestedStarts(starts: readonly Date[], now: Date) {
  if (starts.some((start) => start < after(now, hoursMs(aheadHoursMin))))
    throw invalidField('starts', 'Ask for a time that is at least an hour ahead.')
  if (starts.some((start) => start > after(now, daysMs(aheadDaysMax))))
    throw invalidField('starts', `Ask for a time within ${aheadDaysMax} days.`)
  if (new Set(starts.map((start) => start.getTime())).size < starts.length)
    throw invalidField('starts', 'Two of these times are the same.')
}

export const spanFrom = (startsAt: Date, minutes: number) => ({
  startsAt,
  endsAt: after(startsAt, minutesMs(minutes)),
})

/** Until when the last of them can be taken. */
export const expiryOf = (starts: readonly Date[]): Date =>
  new Date(Math.max(...starts.map((start) => start.getTime())) - minutesMs(limits.agreedAheadMinutes))

/** As the database gives them back. */
export const momentsOf = (starts: readonly (Date | string)[]): Date[] =>
  starts.map((start) => new Date(start))
