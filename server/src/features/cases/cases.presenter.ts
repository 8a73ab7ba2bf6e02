import type { CaseEvent } from '@marga/contract/case-evidence'
import type { CaseKind, DecisionReason } from '@marga/contract/case-states'
import type { ModerationCase } from '@marga/contract/moderation-case'
import type { Outcome } from '@marga/contract/outcomes'
import { fullName, presentPerson } from '../accounts/accounts.presenter.ts'
import { stageOf } from '../mentors/applications.presenter.ts'
import { concerns, isOthersToDecide, type Viewer } from './case-deciders.rules.ts'
import type { CaseRow, EventRow } from './cases.queries.ts'

/** A decision that waits for a second moderator, as it is kept. */
export type Proposal = {
  outcomes: Outcome[]
  reason: DecisionReason
  text: string
  raiserText: string | null
}

export function presentCase(row: CaseRow, viewer: Viewer): ModerationCase {
  const { kind } = row
  const isOpen = row.status === 'open'
  return {
    _id: row.id,
    kind,
    status: row.status,
    subject: subjectOf(row),
    people: peopleOf(row),
    dueAt: row.dueAt.toISOString(),
    isOverdue: isOpen && row.dueAt < viewer.now,
    claimedBy: claimOf(row, viewer),
    createdAt: row.createdAt.toISOString(),
    stage: stageOfCase(row),
    decision: decisionOf(row),
    proposal: isOpen ? proposalOf(row, viewer) : null,
    isOthersToDecide: isOpen && isOthersToDecide(row, viewer),
    concernsYou: concerns(row, viewer),
  }
}

export const nameOf = (firstName: string | null, lastName: string | null) =>
  firstName === null ? null : fullName({ firstName, lastName: lastName ?? '' })

export function subjectOf(row: CaseRow): string {
  const name = fullName({ firstName: row.subjectFirstName, lastName: row.subjectLastName })
  if (row.kind === 'application') return `Application of ${name}`
  if (row.kind === 'appeal') return `Appeal of ${name}`
  return row.ticketSubject || row.ticketContent || `Ticket about ${name}`
}

export function stageOfCase({ applicationStatus: status, stage, acceptedOnProbation }: CaseRow) {
  if (status === null || stage === null) return null
  return stageOf({ status, stage, acceptedOnProbation: acceptedOnProbation ?? false })
}

function peopleOf(row: CaseRow): ModerationCase['people'] {
  const subject = {
    ...presentPerson({
      id: row.subjectId,
      firstName: row.subjectFirstName,
      lastName: row.subjectLastName,
      profileImageUrl: row.subjectImage,
    }),
    role: row.subjectRole as 'mentee' | 'mentor',
    part: partOfSubject[row.kind] ?? 'accused',
    isBlocked: row.isSubjectBlocked,
  } as const
  if (row.raiserId === null) return [subject]
  const raiser = {
    ...presentPerson({
      id: row.raiserId,
      firstName: row.raiserFirstName ?? '',
      lastName: row.raiserLastName ?? '',
      profileImageUrl: row.raiserImage,
    }),
    role: row.raiserRole as 'mentee' | 'mentor',
    part: 'raiser',
    isBlocked: row.isRaiserBlocked,
  } as const
  return [subject, raiser]
}
const partOfSubject: Partial<Record<CaseKind, 'applicant' | 'appellant'>> = {
  application: 'applicant',
  appeal: 'appellant',
}

function claimOf(row: CaseRow, { id, now }: Viewer): ModerationCase['claimedBy'] {
  if (!row.claimedBy || !row.claimedUntil || row.claimedUntil <= now) return null
  return {
    name: nameOf(row.claimerFirstName, row.claimerLastName) ?? 'A moderator',
    until: row.claimedUntil.toISOString(),
    isYou: row.claimedBy === id,
  }
}

function decisionOf(row: CaseRow): ModerationCase['decision'] {
  if (!row.decidedAt) return null
  return {
    by: nameOf(row.deciderFirstName, row.deciderLastName),
    at: row.decidedAt.toISOString(),
    outcomes: isWithdrawn(row) ? [] : ((row.outcomes as Outcome[] | null) ?? outcomesBefore(row)),
    reason: row.reason,
    text: row.text,
    raiserText: row.raiserText,
  }
}

/** Of what was decided before outcomes were written down, or by a process of the release before. */
function outcomesBefore(row: CaseRow): Outcome[] {
  if (row.applicationStatus === 'accepted') return [{ kind: 'accept' }]
  if (row.applicationStatus === 'rejected') return [{ kind: 'reject' }]
  if (row.ticketStatus === 'dismissed') return [{ kind: 'dismiss' }]
  return row.kind === 'ticket' || row.kind === 'review' || row.kind === 'late_answers'
    ? [{ kind: 'block' }]
    : []
}

function proposalOf(row: CaseRow, { id }: Viewer): ModerationCase['proposal'] {
  if (!row.proposedAt) return null
  return {
    by: nameOf(row.proposerFirstName, row.proposerLastName),
    at: row.proposedAt.toISOString(),
    ...(row.proposal as Proposal),
    isYours: row.proposedBy === id,
  }
}

/** Of a closed one: nobody decided it, what it stood for was over. */
export const isWithdrawn = ({ decidedBy, outcomes }: Pick<CaseRow, 'decidedBy' | 'outcomes'>): boolean =>
  decidedBy === null && outcomes === null

/** From its opening to its decision, oldest first. */
export function presentEvents(row: CaseRow, events: readonly EventRow[]): CaseEvent[] {
  const written = events.map(
    ({ at, what, text, firstName, lastName }): CaseEvent => ({
      at: at.toISOString(),
      who: nameOf(firstName, lastName),
      what: what as CaseEvent['what'],
      text,
    }),
  )
  const opened: CaseEvent = { at: row.createdAt.toISOString(), who: null, what: 'opened', text: '' }
  if (!row.decidedAt) return [opened, ...written]
  const by = nameOf(row.deciderFirstName, row.deciderLastName)
  const ended: CaseEvent = {
    at: row.decidedAt.toISOString(),
    who: by,
    what: isWithdrawn(row) ? 'withdrawn' : 'decided',
    text: row.text,
  }
  return [opened, ...written, ended]
}
