import { z } from 'zod'
import { id, instant, isoTime, optionalText } from './common.ts'
import { defineEndpoint } from './endpoint.ts'
import { limits } from './limits.ts'
import type { MemberRole } from './roles.ts'
import { slot } from './slots.ts'

export const moveProposalStatuses = ['open', 'accepted', 'declined', 'void'] as const

/** Other times for a booked session, which the other of the two takes or declines. */
export const moveProposal = z.object({
  _id: id,
  slotId: id,
  by: z.enum(['mentee', 'mentor']),
  starts: z.array(isoTime),
  text: z.string(),
  status: z.enum(moveProposalStatuses),
  expiresAt: isoTime,
})
export type MoveProposal = z.infer<typeof moveProposal>

const moveProposalForm = z.object({
  slotId: id,
  starts: z
    .array(instant)
    .min(1, 'Give at least one time.')
    .max(limits.proposedTimesMax, `Give at most ${limits.proposedTimesMax} times.`),
  text: optionalText(limits.proposalTextMax).optional(),
})
export type MoveProposalForm = z.output<typeof moveProposalForm>

const proposals = <const R extends MemberRole>(role: R) =>
  ({
    propose: defineEndpoint({
      method: 'POST',
      path: `/api/${role}s/move-proposals`,
      access: [role],
      summary: 'Proposes other times for a booked session',
      body: moveProposalForm,
      status: [201],
      response: z.object({ proposal: moveProposal }),
      errors: ['slot_overlap', 'too_late', 'moves_used', 'already_proposed', 'not_found'],
      limit: 'write',
    }),
    list: defineEndpoint({
      method: 'GET',
      path: `/api/${role}s/move-proposals`,
      access: [role],
      summary: 'The proposals for a booked session, newest first',
      query: z.object({ slotId: id }),
      response: z.object({ proposals: z.array(moveProposal) }),
      errors: ['not_found'],
    }),
    answer: defineEndpoint({
      method: 'PATCH',
      path: `/api/${role}s/move-proposals/:id`,
      access: [role],
      summary: 'Takes one of the times that the other side proposed, or declines',
      body: z.object({ accept: instant.nullable() }),
      response: z.object({ proposal: moveProposal, data: slot }),
      errors: ['slot_unavailable', 'slot_overlap', 'moves_used', 'already_decided', 'not_found'],
      limit: 'write',
    }),
  }) as const

export const moves = {
  move: defineEndpoint({
    method: 'PATCH',
    path: '/api/mentees/booked-slots/1/move',
    access: ['mentee'],
    summary: 'Moves a booked session to an open slot of the same mentor',
    body: z.object({ slotId: id, toSlotId: id }),
    response: z.object({ data: slot }),
    errors: ['slot_unavailable', 'slot_overlap', 'too_late', 'moves_used', 'not_enrolled', 'not_found'],
    limit: 'write',
  }),
  ofMentee: proposals('mentee'),
  ofMentor: proposals('mentor'),
}
