import { z } from 'zod'
import { id, isoDate, isoTime, timeZone } from './common.ts'
import { defineEndpoint } from './endpoint.ts'
import { limits } from './limits.ts'
import { slot } from './slots.ts'
import { vacations } from './vacations.ts'
import { readClock } from './zoned-time.ts'

const midnight = 24 * 60

/** "HH:MM" of the mentor's clock; the end of the day is "24:00". */
const clockTime = z
  .string()
  .regex(/^\d{2}:\d{2}$/, 'Give a time such as 09:30.')
  .refine((text) => {
    const minutes = readClock(text)
    return minutes !== null && minutes <= midnight && (minutes === midnight || Number(text.slice(3)) < 60)
  }, 'This is no time of a day.')

const rangeFields = { from: clockTime, to: clockTime }
const isForwards = ({ from, to }: { from: string; to: string }) => from < to
const backwards = { error: 'The end is not after the start.', path: ['to'] }

/** Hours of a day, the end not included. */
export const clockRange = z.object(rangeFields).refine(isForwards, backwards)
export type ClockRange = z.infer<typeof clockRange>

export const weeklyRange = z
  .object({
    weekday: z.number().int().min(0, 'Days are 0 (Sunday) to 6.').max(6, 'Days are 0 (Sunday) to 6.'),
    ...rangeFields,
  })
  .refine(isForwards, backwards)
export type WeeklyRange = z.infer<typeof weeklyRange>

/** Says of each range that overlaps with one before it of the same day. */
function refuseOverlaps<R extends ClockRange & { weekday?: number }>(
  ranges: readonly R[],
  context: z.RefinementCtx,
) {
  for (const [index, one] of ranges.entries())
    if (
      ranges
        .slice(0, index)
        .some(({ weekday, from, to }) => weekday === one.weekday && from < one.to && one.from < to)
    )
      context.addIssue({
        code: 'custom',
        message: 'This overlaps with other hours of the day.',
        path: [index, 'from'],
      })
}

export const dayOverride = z.object({
  date: isoDate,
  /** Instead of the hours of that weekday; none at all closes the day. */
  ranges: z
    .array(clockRange)
    .max(limits.rangesPerDayMax, `At most ${limits.rangesPerDayMax} on one day.`)
    .superRefine(refuseOverlaps),
})
export type DayOverride = z.infer<typeof dayOverride>

const atMostOrNone = (max: number) =>
  z
    .number()
    .int('Give a whole number.')
    .min(1, 'At least 1, or no maximum.')
    .max(max, `At most ${max}.`)
    .nullable()

/** When a mentor can be had: hours of each week with exceptions, laid out as slots, and for how many mentees. */
export const availability = z.object({
  timeZone,
  weekly: z
    .array(weeklyRange)
    .max(7 * limits.rangesPerDayMax, `At most ${7 * limits.rangesPerDayMax} in a week.`)
    .superRefine(refuseOverlaps),
  sessionMinutes: z.union([z.literal(30), z.literal(60)], { error: 'Sessions are 30 or 60 minutes long.' }),
  bufferMinutes: z
    .number()
    .int('Give whole minutes.')
    .min(0, 'At least 0 minutes.')
    .max(limits.bufferMinutesMax, `At most ${limits.bufferMinutesMax} minutes.`),
  noticeHours: z
    .number()
    .int('Give whole hours.')
    .min(0, 'At least 0 hours.')
    .max(limits.noticeHoursMax, `At most ${limits.noticeHoursMax} hours.`),
  horizonDays: z
    .number()
    .int('Give whole days.')
    .min(limits.horizonDaysMin, `At least ${limits.horizonDaysMin} days.`)
    .max(limits.horizonDaysMax, `At most ${limits.horizonDaysMax} days.`),
  maxPerDay: atMostOrNone(limits.sessionsPerDayMax),
  maxPerWeek: atMostOrNone(limits.sessionsPerWeekMax),
  overrides: z
    .array(dayOverride)
    .max(limits.overridesMax, `At most ${limits.overridesMax} single days.`)
    .superRefine((overrides, context) => {
      for (const [index, { date }] of overrides.entries())
        if (overrides.findIndex((one) => one.date === date) !== index)
          context.addIssue({ code: 'custom', message: 'This day is given twice.', path: [index, 'date'] })
    }),
  vacations,
  /** Places for mentees; null: as many as come. */
  capacity: z
    .number()
    .int('Give a whole number.')
    .min(0, 'At least 0, or no limit.')
    .max(limits.capacityMax, `At most ${limits.capacityMax}.`)
    .nullable(),
})
export type Availability = z.infer<typeof availability>

const own = {
  path: '/api/mentors/availability/:mentorId',
  access: ['mentor'],
  self: ['params.mentorId'],
  response: z.object({
    availability,
    /** Booked sessions outside these hours, or under a busy time, the first on top. They stay booked. */
    conflicts: z.array(slot).max(limits.unpagedListMax),
  }),
} as const

/** Another calendar in which the mentor is busy. Its address is a secret and is never shown again. */
export const busyFeed = z.object({
  _id: id,
  host: z.string(),
  /** Null before the first reading that went well. */
  readAt: isoTime.nullable(),
  /** Why the last reading did not go well, in the person's words. */
  failure: z.string().nullable(),
})
export type BusyFeed = z.infer<typeof busyFeed>

export const busyFeedForm = z.object({
  url: z
    .string()
    .trim()
    .max(limits.feedUrlMax, `At most ${limits.feedUrlMax} characters.`)
    .regex(
      /^(https?|webcals?):\/\/[^\s/$.?#][^\s]*$/i,
      'Give the full address of the calendar, which starts with https:// or webcal://',
    ),
})
export type BusyFeedForm = z.infer<typeof busyFeedForm>

const feeds = z.object({ feeds: z.array(busyFeed).max(limits.busyFeedsMax) })

export const availabilityCalls = {
  get: defineEndpoint({
    ...own,
    method: 'GET',
    summary: 'Weekly hours with their exceptions; as they are by default before the first saving',
  }),
  set: defineEndpoint({
    ...own,
    method: 'PUT',
    summary: 'Sets hours, limits, vacations and capacity; open slots follow within seconds',
    /** `preview`: nothing is saved, and the conflicts are those that saving would have. */
    query: z.object({ preview: z.enum(['true', 'false']).default('false') }),
    body: availability,
    errors: ['invalid_request'],
    limit: 'write',
  }),
  feeds: defineEndpoint({
    method: 'GET',
    path: '/api/mentors/busy-feeds',
    access: ['mentor'],
    summary: 'Calendars whose events hide open slots',
    response: feeds,
  }),
  addFeed: defineEndpoint({
    method: 'POST',
    path: '/api/mentors/busy-feeds',
    access: ['mentor'],
    summary: 'Reads another calendar from now on; refused when it cannot be read',
    body: busyFeedForm,
    status: [201],
    response: feeds,
    errors: ['invalid_request', 'already_exists'],
    limit: 'calendar',
    // No transaction is open while somebody else's server is waited for.
    idempotency: 'kept-after',
  }),
  removeFeed: defineEndpoint({
    method: 'DELETE',
    path: '/api/mentors/busy-feeds/:id',
    access: ['mentor'],
    summary: 'Forgets a calendar; what it hid is open again',
    response: feeds,
    errors: ['not_found'],
  }),
}
