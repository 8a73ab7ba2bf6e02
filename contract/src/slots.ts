import { z } from 'zod'
import {
  atMost,
  id,
  instant,
  instantOrDay,
  isoDate,
  isoTime,
  nextCursor,
  noNulByte,
  optionalText,
  pageQuery,
  person,
  timeZone,
} from './common.ts'
import { defineEndpoint } from './endpoint.ts'
import { limits } from './limits.ts'
import { creditOutcome } from './session-credits.ts'
import { missedByValues, slotStatuses, slotTypes } from './slot-states.ts'

export const slot = z.object({
  _id: id,
  type: z.enum(slotTypes),
  status: z.enum(slotStatuses),
  missedBy: z.enum(missedByValues).nullable(),
  /** Missed by both only since one of the two shut the other out long before it. */
  couldNotGoOn: z.boolean(),
  start: isoTime,
  end: isoTime,
  mentorPreferences: z.string(),
  title: z.string(),
  description: z.string(),
  mentorId: person,
  menteeId: person.nullable(),
  /** What was published at once has the same. */
  seriesId: id.nullable(),
  /** Made from the mentor's weekly hours, which take it away again while it is open. */
  isLaidOut: z.boolean(),
  /** Open, but nobody can book it: another calendar says that the mentor is busy. */
  isHidden: z.boolean(),
  /** The booking, which stays the same when it moves to another slot; null like the next three unless it is booked. */
  bookingId: id.nullable(),
  movesLeft: z.number().int().nullable(),
  /** The last moment at which the mentee's cancelling gives the call back; null where it never does. */
  freeUntil: isoTime.nullable(),
  /** The call that the booking holds; null for intro calls. */
  callId: id.nullable(),
})
export type Slot = z.infer<typeof slot>

const title = optionalText(limits.slotTitleMax)
const description = z
  .string()
  .max(limits.slotDescriptionMax, atMost(limits.slotDescriptionMax))
  .check(noNulByte)

export const slotDetails = z.object({
  type: z.enum(slotTypes).default('session'),
  start: instant,
  end: instant,
  mentorPreferences: title.optional(),
  description: description.optional(),
  /** So many of this length, one after the other without a pause, on each of the days. */
  inARow: z.number().int().min(1).max(limits.slotsInARowMax).default(1),
  repeat: z
    .object({
      weekdays: z
        .array(z.number().int().min(0, 'Days are 0 (Sunday) to 6.').max(6, 'Days are 0 (Sunday) to 6.'))
        .min(1, 'Choose at least one day.')
        .max(7),
      until: isoDate,
      timeZone,
      /** Publishes the rest when some of the times are not possible; otherwise nothing is published. */
      skipClashes: z.boolean().default(false),
    })
    .optional(),
})
export type SlotDetails = z.output<typeof slotDetails>

/**
 * Which of several times are not possible: starts at which the calendar holds something else, and days on which the
 * clocks skip this time. A refusal (`slot_overlap`, or `invalid_request` for days alone) carries the same two keys.
 */
export const slotClashes = z.object({ clashes: z.array(isoTime), missingDays: z.array(isoDate) })
export type SlotClashes = z.infer<typeof slotClashes>

/** A slot by itself, or with all that were published together with it and begin later. */
const scope = z.enum(['one', 'following']).default('one')
export type SlotScope = z.output<typeof scope>

const range = z.object({ from: instantOrDay.optional(), to: instantOrDay.optional() })

export const publishSlots = defineEndpoint({
  method: 'POST',
  path: '/api/mentors/available-timeslots',
  access: ['mentor'],
  self: ['body.mentorId'],
  summary: 'Publishes a slot, or a weekly repetition of it',
  body: z.object({ slotDetails, mentorId: id }),
  status: [201],
  response: z.object({ data: slot, created: z.array(slot), skipped: slotClashes }),
  errors: ['slot_overlap'],
  limit: 'write',
})

export const mentorSlots = defineEndpoint({
  method: 'GET',
  path: '/api/mentors/available-timeslots/:mentorId',
  access: ['mentor'],
  self: ['params.mentorId'],
  summary: "The mentor's own slots",
  query: range,
  response: z.object({ allTimeSlots: z.array(slot) }),
})

export const getSlot = defineEndpoint({
  method: 'GET',
  path: '/api/mentors/slot-details/:slotId',
  access: ['mentor'],
  summary: 'One slot of the mentor',
  response: z.object({ data: slot }),
  errors: ['not_found'],
})

/** Whether the mentee has a call more than before. */
const isCallReturned = z.boolean()

export const removeSlot = defineEndpoint({
  method: 'DELETE',
  path: '/api/mentors/slot-details/:slotId',
  access: ['mentor'],
  summary: 'Deletes an open slot or, from it on, its series; cancels a booked one',
  /** `status`: what the mentor saw it as, so that a time that was booked meanwhile is not cancelled as a session. */
  query: z.object({ scope, status: z.enum(['open', 'booked']).optional() }),
  /** `kept`: booked ones of the series from this one on, which `following` never touches. */
  response: z.object({ data: slot, isCallReturned, removed: z.number().int(), kept: z.number().int() }),
  errors: ['not_cancellable', 'slot_unavailable', 'not_found'],
  limit: 'write',
})

export const slotChanges = z.object({
  scope,
  mentorPreferences: title.optional(),
  description: description.optional(),
  /** To where this slot moves; those that follow move by as many days and minutes of the clock of the zone. */
  move: z.object({ start: instant, end: instant, timeZone }).optional(),
  /** Leaves where they are those whose new time is not possible; otherwise nothing is changed. */
  skipClashes: z.boolean().default(false),
})
export type SlotChanges = z.output<typeof slotChanges>

export const changeSlot = defineEndpoint({
  method: 'PATCH',
  path: '/api/mentors/slot-details/:slotId',
  access: ['mentor'],
  summary: 'Edits or moves an open slot or, from it on, its series',
  body: slotChanges,
  /** A moved slot has a new id, so that nobody books a time that they have not seen. `kept` as in the deletion. */
  response: z.object({
    data: slot,
    changed: z.array(slot),
    kept: z.number().int(),
    skipped: slotClashes,
  }),
  errors: ['slot_overlap', 'slot_unavailable', 'not_found'],
  limit: 'write',
})

export const upcomingLiveSlots = defineEndpoint({
  method: 'GET',
  path: '/api/mentors/todays-live-slots/:mentorId',
  access: ['mentor'],
  self: ['params.mentorId'],
  summary: 'Booked sessions that start within 24 hours or are running',
  response: z.object({ sessionDetails: z.array(slot) }),
})

export const mentorTimeSlots = defineEndpoint({
  method: 'GET',
  path: '/api/mentees/timeslots/:mentorId',
  access: ['mentee'],
  summary: "A mentor's open slots and the mentee's own with that mentor",
  query: range,
  response: z.object({ timeSlots: z.array(slot) }),
  errors: ['not_found'],
})

export const bookSlotForm = z.object({ title: title.optional(), description: description.optional() })
export type BookSlotForm = z.infer<typeof bookSlotForm>

export const bookSlot = defineEndpoint({
  method: 'POST',
  path: '/api/mentees/timeslots/1',
  access: ['mentee'],
  self: ['body.values.menteeId'],
  summary: 'Books an open slot',
  body: z.object({ slotId: id, values: bookSlotForm.extend({ menteeId: id }) }),
  response: z.object({ data: slot }),
  errors: ['slot_unavailable', 'quota_used', 'slot_overlap', 'not_enrolled', 'not_found'],
  limit: 'write',
})

export const bookedSlots = defineEndpoint({
  method: 'GET',
  path: '/api/mentees/booked-slots/:menteeId',
  access: ['mentee'],
  self: ['params.menteeId'],
  summary: 'Booked slots, those to come or those past',
  query: pageQuery.extend({ when: z.enum(['upcoming', 'past']).default('upcoming') }),
  response: z.object({ bookedSlots: z.array(slot), nextCursor }),
})

export const cancelBooking = defineEndpoint({
  method: 'PATCH',
  path: '/api/mentees/booked-slots/1',
  access: ['mentee'],
  summary: 'Cancels a booking; the slot is open again',
  body: z.object({ slotId: id }),
  /** `call` is null for an intro call, which costs none. */
  response: z.object({ data: slot, isCallReturned, call: creditOutcome.nullable() }),
  errors: ['not_cancellable', 'not_found'],
  limit: 'write',
})

/** The free intro call; "trail" is the product's own spelling. */
export const bookIntro = defineEndpoint({
  method: 'POST',
  path: '/api/mentees/trail',
  access: ['mentee'],
  summary: 'Books the one free intro call of this pair',
  body: z.object({ mentorId: id, slotId: id }),
  response: z.object({ data: slot }),
  errors: ['slot_unavailable', 'slot_overlap', 'intro_used', 'not_found'],
  limit: 'write',
})

export const slots = {
  bookIntro,
  publish: publishSlots,
  ofMentor: mentorSlots,
  get: getSlot,
  change: changeSlot,
  remove: removeSlot,
  upcomingLive: upcomingLiveSlots,
  forMentee: mentorTimeSlots,
  book: bookSlot,
  booked: bookedSlots,
  cancel: cancelBooking,
}
