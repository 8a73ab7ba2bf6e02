import { z } from 'zod'
import { caseEvent, evidence } from './case-evidence.ts'
import { caseKinds, caseStatuses, sanctionKinds } from './case-states.ts'
import { id, nextCursor, noNulByte, optionalName, optionalText, pageQuery, requiredText } from './common.ts'
import { defineEndpoint } from './endpoint.ts'
import { moderationCase } from './moderation-case.ts'
import { decisionForm } from './outcomes.ts'
import { sanction } from './sanctions.ts'
import { userDossier } from './user-dossiers.ts'
import { applicationStages, movableStages, vettingCheck, vettingItems } from './vetting.ts'

export const access = ['moderator'] as const

const caseResponse = z.object({ case: moderationCase })

const one = '/api/moderator/cases/:id'

export const cases = {
  list: defineEndpoint({
    method: 'GET',
    path: '/api/moderator/cases',
    access,
    summary: 'What waits for a moderator, the first due first; or what was decided, the last due first',
    query: pageQuery.extend({
      kind: z.enum(caseKinds).optional(),
      status: z.enum(caseStatuses).default('open'),
      mine: z
        .enum(['true', 'false', '1', '0'])
        .optional()
        .transform((mine) => mine === 'true' || mine === '1'),
      search: optionalName(200).optional(),
    }),
    response: z.object({
      cases: z.array(moderationCase),
      /** Open ones, whatever is filtered. */
      counts: z.record(z.enum(caseKinds), z.number().int()),
      overdue: z.number().int(),
      nextCursor,
    }),
  }),
  get: defineEndpoint({
    method: 'GET',
    path: one,
    access,
    summary: 'One case with its history and evidence; looking at messages is written to the audit log',
    response: z.object({ case: moderationCase, events: z.array(caseEvent), evidence }),
    errors: ['not_found'],
  }),
  claim: defineEndpoint({
    method: 'POST',
    path: `${one}/claim`,
    access,
    summary: 'Says to the other moderators that one is at it, for 30 minutes',
    response: caseResponse,
    errors: ['not_found', 'already_claimed', 'already_decided'],
  }),
  release: defineEndpoint({
    method: 'DELETE',
    path: `${one}/claim`,
    access,
    summary: 'Gives the case back to the others',
    response: caseResponse,
    errors: ['not_found', 'already_claimed'],
  }),
  note: defineEndpoint({
    method: 'POST',
    path: `${one}/notes`,
    access,
    summary: 'Writes a note for moderators',
    body: z.object({ text: requiredText(2000, 'Write a note.') }),
    status: [201],
    response: caseResponse,
    errors: ['not_found'],
  }),
  decide: defineEndpoint({
    method: 'POST',
    path: `${one}/decide`,
    access,
    summary: 'Decides a case; everything that follows happens with it or not at all',
    body: decisionForm,
    // A proposal is kept although the call is refused: in one transaction with its key it would be undone.
    idempotency: 'kept-after',
    response: caseResponse,
    errors: ['not_found', 'already_decided', 'needs_second', 'email_unverified', 'forbidden'],
  }),
  check: defineEndpoint({
    method: 'PUT',
    path: `${one}/checks`,
    access,
    summary: 'Ticks an item of an application with what proves it, or takes that back',
    body: z.object({
      item: z.enum(vettingItems),
      /** A link or a sentence; null takes the tick back. */
      evidence: z.string().trim().min(1, 'Say what proves it.').max(1000).check(noNulByte).nullable(),
    }),
    response: z.object({ checks: z.array(vettingCheck) }),
    errors: ['not_found', 'already_decided'],
  }),
  stage: defineEndpoint({
    method: 'PATCH',
    path: '/api/moderator/mentor_request_stage',
    access,
    summary: 'Moves an application on without deciding it',
    body: z.object({
      mentorId: id,
      stage: z.enum(movableStages),
      /** To the applicant: what is wanted, or when the conversation is. */
      text: optionalText(2000).optional(),
      /** For moderators. */
      note: optionalText(2000).optional(),
    }),
    response: z.object({ data: z.object({ _id: id, mentorId: id, stage: z.enum(applicationStages) }) }),
    errors: ['not_found', 'already_decided'],
  }),
  mentee: defineEndpoint({
    method: 'GET',
    path: '/api/moderator/people/mentee/:id',
    access,
    summary: 'A mentee with everything that moderators decide by',
    response: userDossier,
    errors: ['not_found'],
  }),
  mentor: defineEndpoint({
    method: 'GET',
    path: '/api/moderator/people/mentor/:id',
    access,
    summary: 'A mentor with everything that moderators decide by',
    response: userDossier,
    errors: ['not_found'],
  }),
  lift: defineEndpoint({
    method: 'DELETE',
    path: '/api/moderator/sanctions/:id',
    access,
    summary: 'Lifts a sanction',
    body: z.object({ text: requiredText(2000, 'Say why it is lifted.') }),
    response: z.object({ data: sanction }),
    errors: ['not_found', 'already_decided'],
  }),
  desk: defineEndpoint({
    method: 'GET',
    path: '/api/moderator/desk',
    access,
    summary: 'How the moderators’ work stands: what waits, what is overdue, how long decisions take',
    response: z.object({
      kinds: z.array(
        z.object({
          kind: z.enum(caseKinds),
          waiting: z.number().int(),
          overdue: z.number().int(),
          /** Within 90 days. */
          decided: z.number().int(),
          /** From opening to decision, of these; null without any. */
          medianHours: z.number().nullable(),
        }),
      ),
      appeals: z.object({ decided: z.number().int(), upheld: z.number().int() }),
      sanctions: z.array(
        z.object({ kind: z.enum(sanctionKinds), active: z.number().int(), lifted: z.number().int() }),
      ),
    }),
  }),
}
