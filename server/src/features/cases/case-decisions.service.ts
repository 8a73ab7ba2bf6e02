import type { DecisionReason } from '@marga/contract/case-states'
import type { Outcome } from '@marga/contract/outcomes'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import { AppError, invalidField } from '../../platform/errors.ts'
import type { Sanctions } from '../moderation/sanctions.service.ts'
import type { Audit } from '../moderators/audit.service.ts'
import type { CaseEvents } from '../moderators/case-events.service.ts'
import type { ModerationNotifications } from '../moderators/moderation-notifications.service.ts'
import { othersToDecide } from './case-deciders.rules.ts'
import * as queries from './case-decisions.queries.ts'
import {
  isActedUpon,
  isDispute,
  isGranted,
  isSameDecision,
  needsSecond,
  problemOf,
} from './case-decisions.rules.ts'
import type { CaseOutcomes, DecidedCase } from './case-outcomes.service.ts'
import type { Proposal } from './cases.presenter.ts'
import type { CaseRow } from './cases.queries.ts'
import { type Cases, decidedBefore, eventKindOf } from './cases.service.ts'

type Deps = {
  db: Database
  clock: Clock
  audit: Audit
  caseEvents: CaseEvents
  cases: Cases
  caseOutcomes: CaseOutcomes
  sanctions: Sanctions
  moderationNotifications: ModerationNotifications
}
type Moderator = { id: string }
export type Decision = {
  outcomes: Outcome[]
  reason: DecisionReason
  text: string
  raiserText?: string | undefined
}

/** What moderators decide: everything that follows happens in one transaction, or nothing does. */
export function createCaseDecisions(deps: Deps) {
  return {
    /** @throws AppError not_found, already_decided, needs_second, forbidden, email_unverified, invalid_request */
    decide: (moderator: Moderator, id: string, decision: Decision) => decide(deps, moderator, id, decision),
  }
}
export type CaseDecisions = ReturnType<typeof createCaseDecisions>

async function decide(deps: Deps, moderator: Moderator, id: string, decision: Decision) {
  const { db, cases } = deps
  const isProposed = await db.transact(async (tx) => {
    const row = await lock(deps, tx, id, decision)
    await check(deps, tx, moderator, row, decision)
    const givenOfLate = await deps.caseOutcomes.givenOfLate(tx, row, deps.clock.now())
    if (needsSecond(decision.outcomes, givenOfLate) && !isConfirmed(row, moderator, decision))
      return propose(deps, tx, moderator, row, decision)
    await carryOut(deps, tx, moderator, row, decision)
    return false
  })
  // The proposal is kept: it commits before the refusal says that another moderator is wanted.
  if (isProposed) throw new AppError('needs_second')
  return cases.present(moderator, await cases.find(db.query, id))
}

/** In the one lock order: enrollments, then the ticket, then its case. @throws AppError not_found, already_decided */
async function lock({ cases, caseOutcomes }: Deps, tx: Tx, id: string, { outcomes }: Decision) {
  const found = await cases.find(tx, id)
  if (found.status === 'decided') throw decidedBefore(found)
  await caseOutcomes.lock(tx, found, outcomes)
  await queries.lockCase(tx, found)
  const row = await cases.find(tx, id)
  if (row.status === 'decided') throw decidedBefore(row)
  return row
}

/** @throws AppError forbidden, invalid_request */
async function check(deps: Deps, tx: Tx, moderator: Moderator, row: CaseRow, decision: Decision) {
  const { cases, caseOutcomes } = deps
  const refusal = othersToDecide(row, await cases.viewerOf(moderator))
  if (refusal) throw refusal
  const problem = problemOf(row.kind, decision.outcomes)
  if (problem) throw invalidField(problem.field, problem.message)
  await checkText(deps, tx, row, decision)
  await caseOutcomes.check(tx, row, decision.outcomes)
}

/** Who raised a case is never named to the accused; the two of a dispute know of each other. */
async function checkText({ sanctions }: Deps, tx: Tx, row: CaseRow, { outcomes, text }: Decision) {
  if (outcomes.some(({ kind }) => kind === 'reject') && !text)
    throw invalidField('text', 'Give a reason that helps the applicant.')
  if (isDispute(row) && !isGranted(row, outcomes) && !text) throw invalidField('text', 'Tell the two why.')
  const { id: caseId, appealId, subjectId: accusedId } = row
  await sanctions.refuseNamesOfRaisers(tx, { caseId, appealId, accusedId, text })
}

/** Another moderator decides the same. */
const isConfirmed = (row: CaseRow, moderator: Moderator, { outcomes }: Decision) =>
  row.proposedBy !== null &&
  row.proposedBy !== moderator.id &&
  isSameDecision((row.proposal as Proposal).outcomes, outcomes)

async function propose(deps: Deps, tx: Tx, moderator: Moderator, row: CaseRow, decision: Decision) {
  const { clock, audit, caseEvents, moderationNotifications } = deps
  const { raiserText, ...told } = decision
  const proposal = { ...told, raiserText: raiserText ?? null }
  await queries.proposeDecision(tx, row.id, { proposal, by: moderator.id, at: clock.now() })
  await caseEvents.write(tx, {
    caseId: row.id,
    moderatorId: moderator.id,
    what: 'proposed',
    text: decision.text,
  })
  await audit.write(tx, { moderatorId: moderator.id, action: 'propose', subjectId: row.id })
  await moderationNotifications.caseDecided(tx, eventKindOf(row.kind), row.id)
  return true
}

async function carryOut(deps: Deps, tx: Tx, moderator: Moderator, row: CaseRow, decision: Decision) {
  const { clock, audit, caseOutcomes, moderationNotifications } = deps
  const isConfirming = isConfirmed(row, moderator, decision)
  const decidedAt = clock.now()
  const decided: DecidedCase = { ...decision, row, moderator, decidedAt }
  await queries.decideCase(tx, row.id, {
    decidedAt,
    decidedBy: isConfirming ? row.proposedBy! : moderator.id,
    confirmedBy: isConfirming ? moderator.id : null,
    outcomes: decision.outcomes,
    reason: decision.reason,
    text: decision.text,
    raiserText: decision.raiserText ?? null,
  })
  await caseOutcomes.carryOut(tx, decided)
  // An application writes its own line.
  if (row.kind !== 'application') {
    await audit.write(tx, {
      moderatorId: moderator.id,
      action: isActedUpon(decision.outcomes) ? 'action' : 'dismiss',
      subjectId: row.id,
      note: decision.text,
    })
  }
  await moderationNotifications.caseDecided(tx, eventKindOf(row.kind), row.id)
}
