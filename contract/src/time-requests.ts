import { z } from 'zod'
import { id, instant, isoTime, optionalText, person } from './common.ts'
import { defineEndpoint } from './endpoint.ts'
import { limits } from './limits.ts'
import { slot } from './slots.ts'

/** `void`: over before it was decided, because the subscription ended or the times went by. */
export const timeRequestStatuses = ['open', 'accepted', 'declined', 'void'] as const

/** Times that a subscribed mentee asks for where the calendar has none that suits. */
export const timeRequest = z.object({
  _id: id,
  mentorId: person,
  menteeId: person,
  starts: z.array(isoTime),
  /** How long the session would be. */
  minutes: z.number().int(),
  text: z.string(),
  status: z.enum(timeRequestStatuses),
  createdAt: isoTime,
  /** When the last of the times goes by. */
  expiresAt: isoTime,
  /** Whether they went by first; else one that is `void` was taken back, or ended with the subscription. */
  isExpired: z.boolean(),
  /** What was booked. */
  slotId: id.nullable(),
})
export type TimeRequest = z.infer<typeof timeRequest>

export const timeRequestForm = z.object({
  mentorId: id,
  starts: z
    .array(instant)
    .min(1, 'Give at least one time.')
    .max(limits.proposedTimesMax, `Give at most ${limits.proposedTimesMax} times.`),
  text: optionalText(limits.proposalTextMax).optional(),
})
export type TimeRequestForm = z.output<typeof timeRequestForm>

const list = z.object({ requests: z.array(timeRequest).max(limits.unpagedListMax) })

export const timeRequests = {
  ask: defineEndpoint({
    method: 'POST',
    path: '/api/mentees/time-requests',
    access: ['mentee'],
    summary: 'Asks a mentor for one of up to three times',
    body: timeRequestForm,
    status: [201],
    response: z.object({ request: timeRequest }),
    errors: ['not_enrolled', 'quota_used', 'slot_unavailable', 'already_requested', 'not_found'],
    limit: 'write',
  }),
  ofMentee: defineEndpoint({
    method: 'GET',
    path: '/api/mentees/time-requests',
    access: ['mentee'],
    summary: 'What the mentee asked for, newest first',
    response: list,
  }),
  withdraw: defineEndpoint({
    method: 'DELETE',
    path: '/api/mentees/time-requests/:id',
    access: ['mentee'],
    summary: 'Takes an open request back',
    response: z.object({ request: timeRequest }),
    errors: ['already_decided', 'not_found'],
  }),
  ofMentor: defineEndpoint({
    method: 'GET',
    path: '/api/mentors/time-requests',
    access: ['mentor'],
    summary: 'What mentees ask for, the open ones on top',
    response: list,
  }),
  answer: defineEndpoint({
    method: 'PATCH',
    path: '/api/mentors/time-requests/:id',
    access: ['mentor'],
    summary: 'Takes one of the times, which is booked with that, or declines',
    body: z.object({ accept: instant.nullable() }),
    /** `data` is the booked slot, null where the request was declined. */
    response: z.object({ request: timeRequest, data: slot.nullable() }),
    errors: ['not_enrolled', 'quota_used', 'slot_unavailable', 'already_decided', 'not_found'],
    limit: 'write',
  }),
}
