import type { CaseEvidence } from '@marga/contract/case-evidence'
import {
  type CaseKind,
  type DecisionReason,
  type OutcomeKind,
  outcomesAlone,
  outcomesOf,
  secondModeratorRupees,
} from '@marga/contract/case-states'
import type { CasePerson, ModerationCase } from '@marga/contract/moderation-case'
import type { Outcome } from '@marga/contract/outcomes'
import { formatRupees } from '@marga/contract/prices'
import { pluralize } from '../../lib/pluralize.ts'
import { fullName } from './rules.ts'

type Correction = Extract<Outcome, { kind: 'correct_session' }>['outcome']

export const correctionNames: Record<Correction, string> = {
  completed: 'It took place',
  missed_by_mentee: 'The mentee missed it',
  missed_by_mentor: 'The mentor missed it',
  missed_by_both: 'Both missed it',
}

export const outcomeNames: Record<OutcomeKind, string> = {
  dismiss: 'Dismiss',
  warn: 'Warn',
  restrict: 'Restrict',
  suspend: 'Suspend',
  block: 'Block',
  remove_content: 'Remove what was reported',
  return_call: 'Give the call back',
  refund: 'Refund',
  correct_session: 'Correct the session',
  accept: 'Accept',
  accept_on_probation: 'Accept on probation',
  reject: 'Refuse',
  lift: 'Lift it',
}

/** What each does, in a line. */
export const outcomeMeanings: Record<OutcomeKind, string> = {
  dismiss: 'Nothing follows.',
  warn: 'They are told, and it counts.',
  restrict: 'Not listed and no new subscriptions; bookings and chats go on.',
  suspend: 'Cannot sign in. Sessions until then are cancelled.',
  block: 'Cannot sign in again.',
  remove_content: 'No one sees it except moderators.',
  return_call: 'The mentee can use it again. If the subscription is over, what was paid for it goes back.',
  refund: 'Goes back the way it was paid.',
  correct_session: 'Changes what was recorded, and the call with it.',
  accept: 'Listed at once, and emailed.',
  accept_on_probation:
    'Listed; it ends after three mentees, unless a case is open or a sanction was not lifted.',
  reject: 'They get your words and may apply again.',
  lift: 'What was decided ends now.',
}

const dismissals: Partial<Record<CaseKind, { name: string; meaning: string }>> = {
  contest: { name: 'Leave the record', meaning: 'What was recorded stays, and the call with it.' },
  refund: { name: 'Refuse the refund', meaning: 'Nothing goes back. A subscription that runs goes on.' },
  appeal: { name: 'Let it stand', meaning: 'What was decided goes on.' },
}

export type OutcomeChoice = { kind: OutcomeKind; name: string; meaning: string }

/** What a case of this kind can end with. What cannot be done in this one is left out. */
export function choicesOf(
  { kind, people }: Pick<ModerationCase, 'kind' | 'people'>,
  evidence: Pick<CaseEvidence, 'context' | 'refundable' | 'session' | 'sessions'>,
): OutcomeChoice[] {
  const hasSession = evidence.session !== null || evidence.sessions.length > 0
  const isPossible: Partial<Record<OutcomeKind, boolean>> = {
    remove_content: kind === 'review' || (evidence.context !== null && evidence.context.kind !== 'slot'),
    refund: evidence.refundable > 0,
    return_call: hasSession,
    correct_session: hasSession,
    warn: people.some(({ part }) => part !== 'raiser'),
  }
  return outcomesOf[kind]
    .filter((outcome) => isPossible[outcome] !== false)
    .map((outcome) => ({
      kind: outcome,
      name: (outcome === 'dismiss' && dismissals[kind]?.name) || outcomeNames[outcome],
      meaning: (outcome === 'dismiss' && dismissals[kind]?.meaning) || outcomeMeanings[outcome],
    }))
}

/** Ticks or unticks one; what stands alone pushes the others out. In the order in which they are offered. */
export function toggleOutcome(
  chosen: readonly OutcomeKind[],
  outcome: OutcomeKind,
  kind: CaseKind,
): OutcomeKind[] {
  if (chosen.includes(outcome)) return chosen.filter((other) => other !== outcome)
  if (outcomesAlone.includes(outcome)) return [outcome]
  const together = [...chosen.filter((other) => !outcomesAlone.includes(other)), outcome]
  const offered: readonly OutcomeKind[] = outcomesOf[kind]
  return offered.filter((other) => together.includes(other))
}

/** The reason that goes without saying; null where a moderator has to say it. */
export function usualReason(kind: CaseKind, outcomes: readonly OutcomeKind[]): DecisionReason | null {
  const [first] = outcomes
  if (!first) return null
  if (first === 'dismiss') return kind === 'appeal' ? 'decision_stands' : 'nothing_found'
  if (first === 'accept' || first === 'accept_on_probation') return 'checks_passed'
  if (first === 'lift') return 'appeal_right'
  if (kind === 'late_answers') return 'late_answers'
  const isRecord = outcomes.every((outcome) => outcome === 'return_call' || outcome === 'correct_session')
  return isRecord ? 'wrong_record' : null
}

const reasonsOf: Record<CaseKind, readonly DecisionReason[]> = {
  application: ['checks_passed', 'checks_not_passed', 'experience', 'no_reply', 'other'],
  appeal: ['appeal_right', 'decision_stands', 'goodwill', 'other'],
  ticket: [],
  contest: [],
  refund: [],
  late_answers: [],
  review: [],
}
const notOfCases: readonly DecisionReason[] = [
  ...reasonsOf.application.filter((reason) => reason !== 'other'),
  'appeal_right',
  'decision_stands',
]

/** Reasons that make sense for a kind, in the order of the published list. */
export function reasonCodesOf(kind: CaseKind, all: readonly DecisionReason[]): readonly DecisionReason[] {
  const own = reasonsOf[kind]
  return own.length > 0 ? own : all.filter((reason) => !notOfCases.includes(reason))
}

/** Whom a sanction may be for, the accused first; in a ticket, contest or refund request the raiser, too. */
export function sanctionable({ kind, people }: Pick<ModerationCase, 'kind' | 'people'>): CasePerson[] {
  const mayBeRaiser = kind === 'ticket' || kind === 'contest' || kind === 'refund'
  const concerned = people.filter(({ part }) => part !== 'raiser')
  return mayBeRaiser ? [...concerned, ...people.filter(({ part }) => part === 'raiser')] : concerned
}

export const needsSummary = (outcomes: readonly OutcomeKind[]): boolean =>
  outcomes.some((kind) => kind === 'block' || kind === 'suspend' || kind === 'refund')

/** Above this another moderator confirms. */
export const needsSecond = (outcomes: readonly Outcome[]): boolean =>
  outcomes.some((outcome) => outcome.kind === 'refund' && outcome.amount > secondModeratorRupees)

/** One thing that was or will be done, with to whom it was where that is said. */
export function outcomeText(
  outcome: Outcome,
  { kind, people }: Pick<ModerationCase, 'kind' | 'people'>,
): string {
  const name = (outcome.kind === 'dismiss' && dismissals[kind]?.name) || outcomeNames[outcome.kind]
  switch (outcome.kind) {
    case 'warn':
    case 'block':
      return `${name}${whoText(outcome.personId, people)}`
    case 'restrict':
    case 'suspend':
      return `${name}${whoText(outcome.personId, people)} for ${pluralize(outcome.days, 'day')}`
    case 'refund':
      return `${name} ${formatRupees(outcome.amount)}`
    case 'correct_session':
      return `${name}: ${correctionNames[outcome.outcome].toLowerCase()}`
    default:
      return name
  }
}

function whoText(personId: string | undefined, people: readonly CasePerson[]): string {
  const person = personId
    ? people.find(({ _id }) => _id === personId)
    : people.find(({ part }) => part !== 'raiser')
  return person ? ` ${fullName(person)}` : ''
}
