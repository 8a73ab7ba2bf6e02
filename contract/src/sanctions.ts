import { z } from 'zod'
import { decisionReasonCodes, sanctionKinds } from './case-states.ts'
import { id, isoTime, person } from './common.ts'

export const sanction = z.object({
  _id: id,
  kind: z.enum(sanctionKinds),
  person: person.extend({ role: z.enum(['mentee', 'mentor']) }),
  caseId: id.nullable(),
  by: z.string().nullable(),
  reason: z.enum(decisionReasonCodes).nullable(),
  text: z.string(),
  startedAt: isoTime,
  /** When it ends by itself; null for what has no end. */
  endsAt: isoTime.nullable(),
  /** When it ended, by itself or lifted. */
  endedAt: isoTime.nullable(),
  liftedBy: z.string().nullable(),
  liftText: z.string().nullable(),
  isActive: z.boolean(),
  /** A later one stands in its place; lifted, that one ends by its own days, and with that one lifted it stands again. */
  isReplaced: z.boolean(),
  /** In force, replaced, or a warning that counts. */
  canBeLifted: z.boolean(),
  /** How it was appealed: null while nobody did. */
  appeal: z.object({ caseId: id, outcome: z.enum(['open', 'upheld', 'refused']) }).nullable(),
})
export type Sanction = z.infer<typeof sanction>
