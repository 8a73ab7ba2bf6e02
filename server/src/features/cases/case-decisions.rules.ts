import {
  type CaseKind,
  type OutcomeKind,
  outcomesAlone,
  outcomesOf,
  secondModeratorRupees,
} from '@marga/contract/case-states'
import type { Outcome } from '@marga/contract/outcomes'

type Problem = { field: string; message: string }

/** What is wrong with outcomes for a kind of case, whoever is in it. */
export function problemOf(kind: CaseKind, outcomes: readonly Outcome[]): Problem | undefined {
  const fitting: readonly OutcomeKind[] = outcomesOf[kind]
  const wrong = outcomes.findIndex((one) => !fitting.includes(one.kind))
  if (wrong >= 0)
    return { field: `outcomes.${wrong}.kind`, message: 'This cannot be decided in a case of this kind.' }
  const alone = outcomes.find((one) => outcomesAlone.includes(one.kind))
  if (alone && outcomes.length > 1)
    return {
      field: 'outcomes',
      message: 'This decision stands alone. Take the others out, or choose another.',
    }
  const twice = outcomes.findIndex((one, index) => outcomes.findIndex((other) => isSame(one, other)) < index)
  if (twice >= 0) return { field: `outcomes.${twice}.kind`, message: 'This is in the decision already.' }
  return undefined
}

/** One sanction that shuts out is enough for one person. */
const shutsOut = (kind: OutcomeKind) => kind === 'restrict' || kind === 'suspend' || kind === 'block'
/** A sanction of the person alone, and not of something that they wrote. */
export const isOfPerson = (
  one: Outcome,
): one is Extract<Outcome, { kind: 'warn' | 'restrict' | 'suspend' | 'block' }> =>
  one.kind === 'warn' || shutsOut(one.kind)
const isSame = (one: Outcome, other: Outcome) => {
  const isOfKind = one.kind === other.kind || (shutsOut(one.kind) && shutsOut(other.kind))
  return isOfKind && targetOf(one) === targetOf(other)
}
const targetOf = (one: Outcome) =>
  'personId' in one ? one.personId : 'slotId' in one ? one.slotId : undefined

export const refundOf = (outcomes: readonly Outcome[]): number =>
  outcomes.reduce((sum, one) => (one.kind === 'refund' ? sum + one.amount : sum), 0)

/** Too much for one moderator alone, with what moderators gave of the same two's payments of late: in parts it is as much. */
export const needsSecond = (outcomes: readonly Outcome[], givenOfLate: number): boolean => {
  const refund = refundOf(outcomes)
  return refund > 0 && refund + givenOfLate > secondModeratorRupees
}

/** The same decision by another moderator confirms it; the words may differ. */
export const isSameDecision = (one: readonly Outcome[], other: readonly Outcome[]): boolean =>
  JSON.stringify(one.map(sorted)) === JSON.stringify(other.map(sorted))
const sorted = (outcome: Outcome) => Object.fromEntries(Object.entries(outcome).sort())

/** Whether anything is done about anybody. */
export const isActedUpon = (outcomes: readonly Outcome[]): boolean =>
  outcomes.some(({ kind }) => kind !== 'dismiss' && kind !== 'reject')

type Asked = { kind: CaseKind; subjectId: string; raiserId: string | null }

export const isDispute = ({ kind }: Pick<Asked, 'kind'>): boolean => kind === 'contest' || kind === 'refund'
export const concernsSessions = ({ kind }: Outcome): boolean =>
  kind === 'return_call' || kind === 'correct_session' || kind === 'refund'

/**
 * Whether whoever raised the case gets what it asks for: none by a sanction of themselves, nor, where the two do not
 * agree about a session or money, by one of the other alone. With a block of the other that is over, whatever was asked.
 */
export const isGranted = (asked: Asked, outcomes: readonly Outcome[]): boolean =>
  outcomes.some((one) => {
    const personId = ('personId' in one && one.personId) || asked.subjectId
    if (isDispute(asked))
      return concernsSessions(one) || (one.kind === 'block' && personId === asked.subjectId)
    return isActedUpon([one]) && (concernsSessions(one) || personId !== asked.raiserId)
  })
