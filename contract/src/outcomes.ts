import { z } from 'zod'
import { decisionReasonCodes, outcomeKinds, sanctionDaysMax } from './case-states.ts'
import { id, isoTime, optionalText } from './common.ts'
import { limits } from './limits.ts'

/** Whom a sanction is for; the accused where it is absent. */
export const personId = id.optional()

/** The session meant; that of the case where it is absent. */
const slotId = id.optional()

const days = z
  .number({ error: 'Say for how many days.' })
  .int('Give whole days.')
  .min(1, 'At least one day.')
  .max(sanctionDaysMax, `At most ${sanctionDaysMax} days.`)

export const correctedOutcomes = [
  'completed',
  'missed_by_mentee',
  'missed_by_mentor',
  'missed_by_both',
] as const

/** One thing that is decided; several of them are one decision. */
export const outcome = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('dismiss') }),
  z.object({ kind: z.literal('warn'), personId }),
  z.object({ kind: z.literal('restrict'), days, personId }),
  z.object({ kind: z.literal('suspend'), days, personId }),
  z.object({ kind: z.literal('block'), personId }),
  z.object({ kind: z.literal('remove_content') }),
  z.object({ kind: z.literal('return_call'), slotId }),
  z.object({
    kind: z.literal('refund'),
    amount: z
      .number({ error: 'Say how many rupees.' })
      .int('Give whole rupees.')
      .min(1, 'At least ₹1.')
      .max(limits.monthlyFeeMax * 12, 'This is more than was paid.'),
  }),
  z.object({
    kind: z.literal('correct_session'),
    outcome: z.enum(correctedOutcomes, { error: 'Say what happened.' }),
    slotId,
  }),
  z.object({ kind: z.literal('accept') }),
  z.object({ kind: z.literal('accept_on_probation') }),
  z.object({ kind: z.literal('reject') }),
  z.object({ kind: z.literal('lift') }),
])
export type Outcome = z.infer<typeof outcome>

export const decisionForm = z.object({
  outcomes: z
    .array(outcome, { error: 'Choose what to do.' })
    .min(1, 'Choose what to do.')
    .max(outcomeKinds.length),
  reason: z.enum(decisionReasonCodes, { error: 'Choose a reason.' }),
  /** To whom it concerns: the accused, the applicant, the appellant; of a dispute to both. */
  text: optionalText(2000).default(''),
  /** To whoever raised it, if anybody did. Without it they are told what a standard text says. */
  raiserText: optionalText(2000).optional(),
})
export type DecisionForm = z.input<typeof decisionForm>

/** What a moderator decided, or has proposed where a second one must confirm it. */
export const decision = z.object({
  by: z.string().nullable(),
  at: isoTime,
  outcomes: z.array(outcome),
  /** Null for what was decided before there were reasons. */
  reason: z.enum(decisionReasonCodes).nullable(),
  text: z.string(),
  raiserText: z.string().nullable(),
})
