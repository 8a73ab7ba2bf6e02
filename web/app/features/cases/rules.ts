import type { CaseEvent } from '@marga/contract/case-evidence'
import { type CaseKind, caseKinds, type SanctionKind } from '@marga/contract/case-states'
import type { CasePerson, ModerationCase } from '@marga/contract/moderation-case'
import { ApiError } from '../../lib/api-client.ts'
import { formatDate, formatTime } from '../../lib/dates.ts'

export const kindNames: Record<CaseKind, string> = {
  application: 'Application',
  ticket: 'Ticket',
  contest: 'Contest',
  refund: 'Refund request',
  late_answers: 'Late answers',
  review: 'Reported review',
  appeal: 'Appeal',
}

/** In the filter, where each stands for all of its kind. */
export const kindsNames: Record<CaseKind, string> = {
  application: 'Applications',
  ticket: 'Tickets',
  contest: 'Contests',
  refund: 'Refund requests',
  late_answers: 'Late answers',
  review: 'Reported reviews',
  appeal: 'Appeals',
}

export const sanctionNames: Record<SanctionKind, string> = {
  warn: 'Warning',
  restrict: 'Restriction',
  suspend: 'Suspension',
  block: 'Block',
  remove_content: 'Removed content',
}

export type CaseFilter = { kind: CaseKind | ''; status: 'open' | 'decided'; isMine: boolean; search: string }

export const allOpen: CaseFilter = { kind: '', status: 'open', isMine: false, search: '' }

/** The filter as it stands in the address; what is unknown there counts as none. */
export const readFilter = (query: URLSearchParams): CaseFilter => ({
  kind: caseKinds.find((kind) => kind === query.get('kind')) ?? '',
  status: query.get('status') === 'decided' ? 'decided' : 'open',
  isMine: query.get('mine') === 'true',
  search: query.get('search') ?? '',
})

export function writeFilter({ kind, status, isMine, search }: CaseFilter): Record<string, string> {
  return {
    ...(kind ? { kind } : {}),
    ...(status === 'decided' ? { status } : {}),
    ...(isMine ? { mine: 'true' } : {}),
    ...(search.trim() ? { search: search.trim() } : {}),
  }
}

export const isFiltered = ({ kind, isMine, search }: CaseFilter): boolean =>
  kind !== '' || isMine || search !== ''

export const fullName = ({ firstName, lastName }: Pick<CasePerson, 'firstName' | 'lastName'>): string =>
  `${firstName} ${lastName}`

export const personOf = (
  { people }: Pick<ModerationCase, 'people'>,
  part: CasePerson['part'],
): CasePerson | undefined => people.find((person) => person.part === part)

/** Whom a case concerns: the accused, the applicant or the appellant. */
export const concernedOf = ({ people }: Pick<ModerationCase, 'people'>): CasePerson | undefined =>
  people.find(({ part }) => part !== 'raiser')

/** Who has to do with it, in one line. */
export function peopleText({ people }: Pick<ModerationCase, 'people'>): string {
  const raiser = personOf({ people }, 'raiser')
  const concerned = concernedOf({ people })
  if (!concerned) return raiser ? fullName(raiser) : 'Someone whose account is gone'
  return raiser ? `${fullName(raiser)} about ${fullName(concerned)}` : fullName(concerned)
}

export const partNames: Record<CasePerson['part'], string> = {
  raiser: 'Raised it',
  accused: 'It is about',
  applicant: 'Applicant',
  appellant: 'Appeals',
}

/** "Fri 21 Nov" is not enough where minutes count. */
export const momentText = (time: string): string => `${formatDate(time)} at ${formatTime(time)}`

export const decidedText = ({ by, at }: { by: string | null; at: string }): string =>
  `by ${by ?? 'a moderator whose account is gone'} on ${momentText(at)}`

type Decision = NonNullable<ModerationCase['decision']>

/** Not of what ended otherwise: withdrawn, or settled by the two. */
export const wasDecided = (decision: Decision | null): decision is Decision =>
  decision !== null && (decision.by !== null || decision.outcomes.length > 0)

/** What a decision that came too late says: who was first, and when. */
export function caseFailure(error: unknown): string {
  if (!(error instanceof ApiError)) return 'Something went wrong. Please try again.'
  const { decidedBy, decidedAt, claimedBy, until } = error.details
  // Nobody did where it ended by itself.
  if (error.code === 'already_decided' && typeof decidedBy === 'string' && decidedBy)
    return typeof decidedAt === 'string'
      ? `Already decided by ${decidedBy} on ${momentText(decidedAt)}.`
      : `Already decided by ${decidedBy}.`
  if (error.code === 'already_claimed' && typeof claimedBy === 'string')
    return typeof until === 'string'
      ? `${claimedBy} is deciding this until ${formatTime(until)}.`
      : `${claimedBy} is deciding this.`
  return error.message
}

/** What happened in a case, before the text of it. */
export const eventTexts: Record<CaseEvent['what'], string> = {
  opened: 'Opened',
  claimed: 'claimed it',
  released: 'gave it back',
  note: 'noted',
  proposed: 'proposed a decision',
  decided: 'decided',
  stage: 'moved it on',
  applicant_answered: 'The applicant answered',
  acknowledged: 'The person who raised it was told that a moderator is looking at it',
  checked: 'changed the checklist',
  withdrawn: 'Withdrawn',
}

/** One line of the history of a case; what came of itself has nobody. */
export function eventLine({ who, what }: Pick<CaseEvent, 'who' | 'what'>): string {
  const text = eventTexts[what]
  const isSentence = /^[A-Z]/.test(text)
  if (isSentence) return text
  return `${who ?? 'A moderator whose account is gone'} ${text}`
}
