import { z } from 'zod'
import { caseKinds, caseParts, caseStatuses } from './case-states.ts'
import { id, isoTime, person } from './common.ts'
import { decision } from './outcomes.ts'
import { applicationStages } from './vetting.ts'

const casePerson = person.extend({
  role: z.enum(['mentee', 'mentor']),
  part: z.enum(caseParts),
  /** Not of one who is suspended. */
  isBlocked: z.boolean(),
})
export type CasePerson = z.infer<typeof casePerson>

export const moderationCase = z.object({
  _id: id,
  kind: z.enum(caseKinds),
  status: z.enum(caseStatuses),
  subject: z.string(),
  people: z.array(casePerson),
  dueAt: isoTime,
  isOverdue: z.boolean(),
  claimedBy: z.object({ name: z.string(), until: isoTime, isYou: z.boolean() }).nullable(),
  createdAt: isoTime,
  /** Of an application. */
  stage: z.enum(applicationStages).nullable(),
  decision: decision.nullable(),
  /** Waits for another moderator's confirmation, by the same call. `isYours`: another one is wanted. */
  proposal: decision.extend({ isYours: z.boolean() }).nullable(),
  /** You decided what is appealed, or it concerns an account under your address; and somebody else can decide this. */
  isOthersToDecide: z.boolean(),
  /** One of its people has your address. */
  concernsYou: z.boolean(),
})
export type ModerationCase = z.infer<typeof moderationCase>
