import { z } from 'zod'
import { decisionReasonCodes, sanctionKinds } from './case-states.ts'
import { isoTime, messageResponse, requiredText } from './common.ts'
import { defineEndpoint } from './endpoint.ts'
import { limits } from './limits.ts'

const appealToken = z.string().min(1).max(200)

export const appeals = {
  /** What can be appealed by this link. */
  read: defineEndpoint({
    method: 'POST',
    path: '/api/appeals/read',
    access: 'public',
    summary: 'What a link of a decision’s mail appeals against',
    body: z.object({ token: appealToken }),
    response: z.object({
      appeal: z.object({
        sanctions: z.array(
          z.object({
            kind: z.enum(sanctionKinds),
            endsAt: isoTime.nullable(),
            isActive: z.boolean(),
            /** A later decision stands in its place, and may fall away. */
            isReplaced: z.boolean(),
          }),
        ),
        reason: z.enum(decisionReasonCodes).nullable(),
        text: z.string(),
        decidedAt: isoTime,
        until: isoTime,
        /** Set once it was used: the appeal is read, or has been decided. */
        appealedAt: isoTime.nullable(),
        outcome: z.enum(['open', 'upheld', 'refused']).nullable(),
      }),
    }),
    errors: ['invalid_token'],
    limit: 'code',
  }),
  raise: defineEndpoint({
    method: 'POST',
    path: '/api/appeals',
    access: 'public',
    summary: 'Appeals against a decision, once, within 14 days, by the link of its mail',
    body: z.object({
      token: appealToken,
      text: requiredText(limits.ticketTextMax, 'Tell us what is wrong with the decision.'),
    }),
    status: [201],
    response: messageResponse,
    errors: ['invalid_token', 'already_appealed'],
    limit: 'code',
  }),
}
