import { z } from 'zod'
import { id, isoTime, nextCursor, pageQuery, person } from './common.ts'
import { defineEndpoint } from './endpoint.ts'

export const payment = z.object({
  _id: id,
  mentorId: person,
  amount: z.number().int(),
  /** What has gone back of it. */
  refundedAmount: z.number().int(),
  status: z.enum(['paid', 'refunded', 'failed']),
  /** The bank took it back, or is deciding whether to. */
  isDisputed: z.boolean(),
  paidAt: isoTime,
  receiptUrl: z.string().nullable(),
})
export type Payment = z.infer<typeof payment>

export const listPayments = defineEndpoint({
  method: 'GET',
  path: '/api/mentees/payments/:menteeId',
  access: ['mentee'],
  self: ['params.menteeId'],
  summary: "The mentee's payments, newest first",
  query: pageQuery,
  response: z.object({ payments: z.array(payment), nextCursor }),
})
