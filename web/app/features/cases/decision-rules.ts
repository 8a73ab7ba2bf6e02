import type { CaseEvidence } from '@marga/contract/case-evidence'
import type { DecisionReason, OutcomeKind } from '@marga/contract/case-states'
import type { ModerationCase } from '@marga/contract/moderation-case'
import type { DecisionForm, Outcome } from '@marga/contract/outcomes'
import { formatRupees } from '@marga/contract/prices'
import { audiencesOf, draftToConcerned, draftToRaiser, isSanctioned } from './draft-rules.ts'
import { reasonCodesOf, toggleOutcome, usualReason } from './outcome-rules.ts'
import { concernedOf } from './rules.ts'

/** What stands in the decision form; numbers as they were typed. */
export type DecisionValues = {
  outcomes: readonly OutcomeKind[]
  /** By the outcome that it belongs to. */
  days: Partial<Record<OutcomeKind, string>>
  persons: Partial<Record<OutcomeKind, string>>
  slots: Partial<Record<OutcomeKind, string>>
  amount: string
  correction: string
  reason: DecisionReason | ''
  /** Chosen by the moderator: another outcome does not change it. */
  isReasonChosen: boolean
  /** Null: as drafted. */
  text: string | null
  raiserText: string | null
}

export const emptyDecision: DecisionValues = {
  outcomes: [],
  days: {},
  persons: {},
  slots: {},
  amount: '',
  correction: '',
  reason: '',
  isReasonChosen: false,
  text: null,
  raiserText: null,
}

const shutsOut = (kind: OutcomeKind) => kind === 'restrict' || kind === 'suspend' || kind === 'block'

const usualDays: Partial<Record<OutcomeKind, string>> = { restrict: '14', suspend: '7' }

/** The values after an outcome was ticked or unticked; what else the moderator has written or chosen stays. */
export function withOutcome(
  values: DecisionValues,
  outcome: OutcomeKind,
  { kind }: Pick<ModerationCase, 'kind'>,
): DecisionValues {
  const target = values.persons[outcome]
  // One sanction that shuts out is enough for one person.
  const before = values.outcomes.filter(
    (other) =>
      other === outcome || !shutsOut(outcome) || !shutsOut(other) || values.persons[other] !== target,
  )
  const outcomes = toggleOutcome(before, outcome, kind)
  const usual = usualDays[outcome]
  return {
    ...values,
    outcomes,
    days: usual && values.days[outcome] === undefined ? { ...values.days, [outcome]: usual } : values.days,
    reason: values.isReasonChosen ? values.reason : (usualReason(kind, outcomes) ?? ''),
  }
}

/** The two texts as they stand: edited, or drafted from what is chosen. Null where no one reads it. */
export function textsOf(
  values: DecisionValues,
  decided: Pick<ModerationCase, 'kind' | 'people'>,
): { text: string | null; raiserText: string | null } {
  const { outcomes, reason, text, raiserText } = values
  const audiences = audiencesOf(values, decided)
  const isRaiserSanctioned = isSanctioned(values, decided, 'raiser')
  const of = { kind: decided.kind, outcomes, reason, isRaiserSanctioned }
  return {
    text: audiences.concerned ? (text ?? draftToConcerned(of)) : null,
    raiserText: audiences.raiser ? (raiserText ?? draftToRaiser(of)) : null,
  }
}

const numberOf = (text: string | undefined): number | undefined =>
  text === undefined || text.trim() === '' ? undefined : Number(text)

/** What is sent. May not be valid yet: the contract's schema says what is wrong with it. */
export function decisionOf(
  values: DecisionValues,
  decided: Pick<ModerationCase, 'kind' | 'people'>,
): DecisionForm {
  const accusedId = concernedOf(decided)?._id
  const texts = textsOf(values, decided)
  const outcomes = values.outcomes.map((kind) => {
    const personId = values.persons[kind]
    return {
      kind,
      days: numberOf(values.days[kind]),
      amount: kind === 'refund' ? numberOf(values.amount) : undefined,
      outcome: kind === 'correct_session' ? values.correction || undefined : undefined,
      personId: personId && personId !== accusedId ? personId : undefined,
      slotId: values.slots[kind] || undefined,
    }
  })
  return {
    outcomes: outcomes.map(withoutEmpty) as Outcome[],
    reason: values.reason as DecisionReason,
    text: texts.text?.trim() ?? '',
    raiserText: texts.raiserText?.trim() || undefined,
  }
}

const withoutEmpty = (fields: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))

/** Field of the form → complaint, from the paths of the schema or of the server: `outcomes.1.days` → `suspend.days`. */
export function fieldsOf(
  complaints: Record<string, string>,
  outcomes: readonly OutcomeKind[],
): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const [path, message] of Object.entries(complaints)) {
    const [top = '', index, name] = path.split('.')
    const kind = top === 'outcomes' && index !== undefined ? outcomes[Number(index)] : undefined
    fields[kind && name ? `${kind}.${name}` : top] ??= message
  }
  return fields
}

/** What the schema cannot know: how much can go back, and which session is meant. */
export function problemsOf(
  values: DecisionValues,
  evidence: Pick<CaseEvidence, 'refundable' | 'session'>,
): Record<string, string> {
  const problems: Record<string, string> = {}
  const amount = numberOf(values.amount)
  if (values.outcomes.includes('refund') && amount !== undefined && amount > evidence.refundable)
    problems['refund.amount'] = `At most ${formatRupees(evidence.refundable)}.`
  for (const kind of ['return_call', 'correct_session'] as const)
    if (values.outcomes.includes(kind) && !evidence.session && !values.slots[kind])
      problems[`${kind}.slotId`] = 'Choose the session.'
  return problems
}

/** Values that were kept in the browser; what does not fit counts as none. */
export function readStored(
  text: string,
  { kind }: Pick<ModerationCase, 'kind'>,
  offered: readonly OutcomeKind[],
  allReasons: readonly DecisionReason[],
): DecisionValues {
  try {
    const stored = { ...emptyDecision, ...(JSON.parse(text) as Partial<DecisionValues>) }
    const isReason = reasonCodesOf(kind, allReasons).some((reason) => reason === stored.reason)
    return {
      ...stored,
      outcomes: offered.filter((outcome) => stored.outcomes.includes(outcome)),
      reason: isReason ? stored.reason : '',
    }
  } catch {
    return emptyDecision
  }
}
