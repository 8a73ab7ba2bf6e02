import {
  type CaseKind,
  type DecisionReason,
  type OutcomeKind,
  sanctionKinds,
} from '@marga/contract/case-states'
import type { CasePerson, ModerationCase } from '@marga/contract/moderation-case'
import { concernedOf, personOf } from './rules.ts'

/** What a draft is made of. The names of the raiser are not among them: the accused must never read one. */
export type DraftOf = {
  kind: CaseKind
  outcomes: readonly OutcomeKind[]
  reason: DecisionReason | ''
  isRaiserSanctioned?: boolean
}

type Chosen = {
  outcomes: readonly OutcomeKind[]
  /** For whom a sanction is; the accused where nothing stands. */
  persons: Partial<Record<OutcomeKind, string>>
}

/** Whether something is done to that person. */
export function isSanctioned(
  { outcomes, persons }: Chosen,
  decided: Pick<ModerationCase, 'people'>,
  part: 'concerned' | 'raiser',
): boolean {
  const accusedId = concernedOf(decided)?._id
  const wanted = part === 'raiser' ? personOf(decided, 'raiser')?._id : accusedId
  const kinds: readonly OutcomeKind[] = sanctionKinds
  return outcomes.some((kind) => kinds.includes(kind) && (persons[kind] ?? accusedId) === wanted)
}

/** To whom the two texts of a decision go; null: no one would read it. */
export function audiencesOf(
  chosen: Chosen,
  decided: Pick<ModerationCase, 'kind' | 'people'>,
): { concerned: string | null; raiser: string | null } {
  const { kind } = decided
  const raiser = 'the person who raised it'
  if (chosen.outcomes.length === 0) return { concerned: null, raiser: null }
  // Who is accepted reads a text of their own.
  if (kind === 'application')
    return { concerned: chosen.outcomes.includes('reject') ? 'the applicant' : null, raiser: null }
  if (kind === 'appeal') return { concerned: 'the person who appealed', raiser: null }
  if (kind === 'contest' || kind === 'refund') {
    const isOwnText = isSanctioned(chosen, decided, 'raiser')
    return { concerned: 'both of them', raiser: isOwnText ? raiser : null }
  }
  return {
    // Who was reported without consequences does not learn that they were.
    concerned: isSanctioned(chosen, decided, 'concerned') ? 'the person it is about' : null,
    raiser: personOf(decided, 'raiser') ? raiser : null,
  }
}

/** Said to the person it concerns. What was done, the reason and how to appeal stand in the email around it. */
const reasonTexts: Record<DecisionReason, string> = {
  harassment: 'What you wrote or did was hurtful or threatening. There is no place for that here.',
  outside_payment:
    'Payments between mentors and mentees go through the site only. Please do not ask for anything else.',
  false_claims: 'Something on your profile, or something you said about yourself, is not true.',
  unsuitable_content: 'Something that you wrote does not belong here.',
  missed_sessions: 'You missed sessions without letting the other person know.',
  late_answers: 'Your answers came too late several times. People pay for an answer within 24 hours.',
  not_as_promised: 'What you gave was not what you had promised.',
  spam: 'Advertising and unwanted messages are not allowed here.',
  wrong_record: 'The session was recorded wrongly. We have put that right.',
  goodwill: 'We decided this as a courtesy. It does not count against anyone.',
  nothing_found: 'We looked into it carefully and found nothing against the rules.',
  settled: 'You have settled this with each other, so we leave it at that.',
  checks_passed: 'We have checked everything on our list. Welcome!',
  checks_not_passed: 'We could not confirm everything on our list.',
  experience: 'Mentors here need more experience in what they teach than we could see in your application.',
  no_reply: 'We asked you for more information and did not get it.',
  appeal_right: 'You are right. We are sorry for the trouble.',
  decision_stands:
    'We looked at what you wrote and at everything we know of the case, and see no mistake in it.',
  other: '',
}

const endings: Partial<Record<OutcomeKind, string>> = {
  warn: 'Please keep to the code of conduct from now on. Another case may have stronger consequences.',
  accept_on_probation:
    'The probation ends once you have had three mentees, unless a case about you is open or a sanction was not lifted.',
  reject: 'You are welcome to apply again.',
}

export function draftToConcerned({ outcomes, reason }: DraftOf): string {
  if (outcomes.length === 0 || reason === '') return ''
  const ending = outcomes.map((outcome) => endings[outcome]).find(Boolean)
  return [reasonTexts[reason], ending].filter(Boolean).join(' ')
}

/** Said to whoever raised it. What became of the other person stays between them and us. */
export function draftToRaiser(of: DraftOf): string {
  const { outcomes, reason } = of
  if (outcomes.length === 0 || reason === '') return ''
  if (of.isRaiserSanctioned) return draftToConcerned(of)
  if (outcomes.includes('dismiss'))
    return reason === 'settled'
      ? 'Thank you for telling us. It is settled between you, so we leave it at that.'
      : 'Thank you for telling us. We looked into it carefully and found nothing against the rules, so nothing follows this time.'
  const parts = ['Thank you for telling us. We looked into it, agree with you and have acted on it.']
  if (outcomes.includes('remove_content')) parts.push('What you reported is no longer shown.')
  if (outcomes.includes('return_call')) parts.push('The call is given back.')
  if (outcomes.includes('refund')) parts.push('The refund is on its way.')
  return parts.join(' ')
}

type Name = Pick<CasePerson, 'firstName' | 'lastName'>

const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{N}]+/gu) ?? []

/** Whether a text gives away who raised the case, by a name that the accused does not have, too. The server asks it again. */
export function namesRaiser(text: string, raiser: Name | undefined, accused: Name | undefined): boolean {
  if (!raiser) return false
  const words = new Set(wordsOf(text))
  const own = new Set(accused ? wordsOf(`${accused.firstName} ${accused.lastName}`) : [])
  return wordsOf(`${raiser.firstName} ${raiser.lastName}`).some(
    (word) => word.length > 2 && words.has(word) && !own.has(word),
  )
}
