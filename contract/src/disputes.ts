import { z } from 'zod'
import { id, isoTime, optionalText, person, textOfLength } from './common.ts'
import { defineEndpoint } from './endpoint.ts'
import { limits } from './limits.ts'
import type { MemberRole } from './roles.ts'
import { slotStatuses } from './slot-states.ts'

/** Of a session's recorded outcome. `with_moderator`: the two do not agree; `decided`: a moderator has. */
export const contestStatuses = ['open', 'agreed', 'with_moderator', 'decided'] as const
export const refundRequestStatuses = ['refunded', 'with_mentor', 'with_moderator', 'refused'] as const

const reasonText = textOfLength({
  min: limits.disputeTextMin,
  max: limits.disputeTextMax,
  missing: 'Tell us what happened.',
})

/** Why it ended without anybody deciding it: one of the two has left, or the subscription was over. */
const closedBecause = z.string().nullable()

export const contest = z.object({
  _id: id,
  slotId: id,
  by: z.enum(['mentee', 'mentor']),
  text: z.string(),
  status: z.enum(contestStatuses),
  /** Until when the other side answers; by silence see docs/product.md. */
  answerBy: isoTime,
  answer: z.string().nullable(),
  /** The moderator's reason, or null. */
  decision: z.string().nullable(),
  closedBecause,
  createdAt: isoTime,
  start: isoTime,
  outcome: z.enum(slotStatuses),
  other: person,
  attendance: z.array(z.object({ personId: id, from: isoTime, to: isoTime })),
})
export type Contest = z.infer<typeof contest>

export const refundRequest = z.object({
  _id: id,
  enrollmentId: id,
  /** Rupees: what is asked for, and of one that is refunded what goes back. */
  amount: z.number().int(),
  /** Rupees that were to go back with it, and about which the bank decides instead: their payment was disputed. */
  withdrawnAmount: z.number().int(),
  reason: z.string(),
  status: z.enum(refundRequestStatuses),
  answerBy: isoTime,
  answer: z.string().nullable(),
  /** The moderator's reason, or null. */
  decision: z.string().nullable(),
  closedBecause,
  createdAt: isoTime,
  other: person,
})
export type RefundRequest = z.infer<typeof refundRequest>

const answer = z.object({ agree: z.boolean(), text: optionalText(limits.disputeTextMax).optional() })
export type DisputeAnswer = z.output<typeof answer>

const contests = <const R extends MemberRole>(role: R) =>
  ({
    raise: defineEndpoint({
      method: 'POST',
      path: `/api/${role}s/contests`,
      access: [role],
      summary: 'Contests how a session was settled',
      body: z.object({ slotId: id, text: reasonText }),
      status: [201],
      response: z.object({ contest }),
      errors: ['too_late', 'already_contested', 'not_found'],
      limit: 'write',
    }),
    list: defineEndpoint({
      method: 'GET',
      path: `/api/${role}s/contests`,
      access: [role],
      summary: 'Contests of own sessions, newest first; or that of one session',
      query: z.object({ slotId: id.optional() }),
      response: z.object({ contests: z.array(contest) }),
    }),
    answer: defineEndpoint({
      method: 'PATCH',
      path: `/api/${role}s/contests/:id`,
      access: [role],
      summary: 'Agrees to a contest of the other side, or does not',
      body: answer,
      response: z.object({ contest }),
      errors: ['already_decided', 'not_found'],
      limit: 'write',
    }),
  }) as const

const requestList = { response: z.object({ refundRequests: z.array(refundRequest) }) }

export const disputes = {
  contestsOfMentee: contests('mentee'),
  contestsOfMentor: contests('mentor'),
  requestRefund: defineEndpoint({
    method: 'POST',
    path: '/api/mentees/refund-requests',
    access: ['mentee'],
    summary: 'Asks for what is unused of a subscription, which ends with it',
    body: z.object({ enrollmentId: id, reason: reasonText }),
    status: [201],
    response: z.object({ refundRequest }),
    errors: ['already_requested', 'not_found'],
    limit: 'write',
  }),
  refundRequestsOfMentee: defineEndpoint({
    ...requestList,
    method: 'GET',
    path: '/api/mentees/refund-requests',
    access: ['mentee'],
    summary: 'Own refund requests, newest first',
  }),
  refundRequestsOfMentor: defineEndpoint({
    ...requestList,
    method: 'GET',
    path: '/api/mentors/refund-requests',
    access: ['mentor'],
    summary: 'Refund requests of the mentor’s mentees, newest first',
  }),
  answerRefundRequest: defineEndpoint({
    method: 'PATCH',
    path: '/api/mentors/refund-requests/:id',
    access: ['mentor'],
    summary: 'Grants a refund request, or leaves it to a moderator',
    body: answer,
    response: z.object({ refundRequest }),
    errors: ['already_decided', 'not_found'],
    limit: 'write',
  }),
}

/** What a moderator sees of a dispute beside the ticket that it came with. */
export const ticketDispute = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('contest'), contest }),
  z.object({ kind: z.literal('refund'), refundRequest }),
])
export type TicketDispute = z.infer<typeof ticketDispute>
