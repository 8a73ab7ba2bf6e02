import { z } from 'zod'
import { requiredText } from './common.ts'
import { defineEndpoint } from './endpoint.ts'
import { limits } from './limits.ts'

const texts = z
  .array(requiredText(limits.messageMax, 'Write the reply first.'))
  .max(limits.savedRepliesMax, `Keep at most ${limits.savedRepliesMax} replies.`)
  .refine((all) => new Set(all).size === all.length, 'You have saved this reply already.')

const ownReplies = {
  path: '/api/mentors/saved-replies/:mentorId',
  access: ['mentor'],
  self: ['params.mentorId'],
  response: z.object({ savedReplies: z.array(z.string()) }),
} as const

/** What a mentor writes again and again, kept on the account. */
export const savedReplies = {
  list: defineEndpoint({
    ...ownReplies,
    method: 'GET',
    summary: "The mentor's saved replies, in their order",
  }),
  save: defineEndpoint({
    ...ownReplies,
    method: 'PUT',
    summary: 'Sets all saved replies',
    body: z.object({ savedReplies: texts }),
    limit: 'write',
  }),
}
