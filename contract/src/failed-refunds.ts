import { z } from 'zod'
import { isoTime, person, requiredName, requiredText } from './common.ts'
import { defineEndpoint } from './endpoint.ts'

const access = ['moderator'] as const

/** A refund that the bank sent back: somebody has to pay it another way. */
export const failedRefund = z.object({
  /** The payment provider's ids of the refund and of the payment. */
  _id: z.string(),
  paymentId: z.string(),
  amount: z.number().int(),
  reason: z.string().nullable(),
  noticedAt: isoTime,
  /** Whose payment it was, and for whom; null when it is not known or that account is gone. */
  menteeId: person.nullable(),
  mentorId: person.nullable(),
  settledAt: isoTime.nullable(),
})
export type FailedRefund = z.infer<typeof failedRefund>

export const listFailedRefunds = defineEndpoint({
  method: 'GET',
  path: '/api/moderator/failed-refunds',
  access,
  summary: 'Refunds that the bank sent back, those not settled first, then newest first',
  response: z.object({ failedRefunds: z.array(failedRefund) }),
})

export const settleRefund = defineEndpoint({
  method: 'PATCH',
  path: '/api/moderator/failed-refunds',
  access,
  summary: 'Notes that a refund that came back was paid another way',
  body: z.object({
    refundId: requiredName(255),
    note: requiredText(2000, 'Say how it was paid back.'),
  }),
  response: z.object({ data: failedRefund }),
  errors: ['not_found', 'already_decided'],
})

export const failedRefunds = { failedRefunds: listFailedRefunds, settleRefund }
