import { secondModeratorRupees } from '@marga/contract/case-states'
import type { TicketDispute } from '@marga/contract/disputes'
import type { MemberRole } from '@marga/contract/roles'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Db, Tx } from '../../platform/db/database.ts'
import { AppError, invalidField, noLongerOpen } from '../../platform/errors.ts'
import { fullName } from '../accounts/accounts.presenter.ts'
import type { Sanctions } from '../moderation/sanctions.service.ts'
import type { Audit } from '../moderators/audit.service.ts'
import { alreadyDecided } from '../moderators/decisions.rules.ts'
import type { ModerationNotifications } from '../moderators/moderation-notifications.service.ts'
import type { Moderators } from '../moderators/moderators.service.ts'
import { fitsTicket, isActedUpon, outcomeOf, type TicketAction } from './ticket-actions.rules.ts'
import { disputeKindOf, presentModeratedTicket, presentTicket } from './tickets.presenter.ts'
import * as queries from './tickets.queries.ts'

export type DisputeDecision = {
  action: TicketAction | 'corrected'
  reason: string | null
  /** Rupees at most; all that was asked for without it. */
  amount?: number
  /** Of a session that is corrected: what happened. */
  outcome?: 'completed' | 'missed_by_mentee' | 'missed_by_mentor' | 'missed_by_both'
  /** Of a session that is corrected: its call goes back, whatever happened. */
  isCallReturned?: boolean
}

/** What is to be had of the disputes that some tickets stand for. */
export type DisputesOfTickets = {
  find(db: Db, ticketId: string): Promise<TicketDispute | null>
  /** Rupees that moderators gave the two of a refund request within a month. */
  givenOfLate(db: Db, ticketId: string): Promise<number>
  /** Locks the enrollments that a decision about these tickets may change. */
  lock(tx: Tx, ticketIds: readonly string[]): Promise<void>
  /** Does what was decided, and tells both people. @throws AppError already_decided */
  decide(tx: Tx, ticketId: string, decision: DisputeDecision): Promise<void>
}

type Deps = {
  db: Database
  clock: Clock
  audit: Audit
  sanctions: Sanctions
  moderators: Moderators
  moderationNotifications: ModerationNotifications
  disputes: DisputesOfTickets
}
type Moderator = { id: string }
type Decision = {
  ticketId: string
  action: TicketAction
  note?: string | undefined
  alsoTicketIds?: readonly string[] | undefined
}

/** What moderators make of tickets. */
export function createTicketDecisions(deps: Deps) {
  return {
    /**
     * Of two moderators one wins. The others that are closed with it, because the moderator saw them, are those still
     * open about the same person. @throws AppError not_found, already_decided, needs_second, forbidden, invalid_request
     */
    decide: (moderator: Moderator, of: Decision) => deps.db.transact((tx) => decide(deps, tx, moderator, of)),
  }
}
export type TicketDecisions = ReturnType<typeof createTicketDecisions>

async function decide(deps: Deps, tx: Tx, moderator: Moderator, of: Decision) {
  const { sanctions, moderators, moderationNotifications, disputes } = deps
  const ids = [...new Set([of.ticketId, ...(of.alsoTicketIds ?? [])])]
  // The one lock order: enrollments, then tickets.
  await disputes.lock(tx, ids)
  await queries.lockTickets(tx, ids)
  const found = await queries.findTickets(tx, ids)
  const given = found.find(({ id }) => id === of.ticketId)
  if (!given) throw new AppError('not_found')
  const concerned = found.filter(({ accusedId }) => accusedId === given.accusedId)
  const people = concerned.flatMap(({ accusedId, raisedBy }) =>
    raisedBy ? [accusedId, raisedBy] : [accusedId],
  )
  await moderators.refuseOwn(tx, moderator.id, people)
  checkAction(of, concerned)
  const closed = await close(deps, tx, moderator, of, given)
  if (of.action === 'refund') await checkRefund(deps, tx, [...closed])
  await queries.setCaseOutcomes(tx, [...closed], [{ kind: outcomeOf[of.action] }])
  for (const row of concerned) if (closed.has(row.id)) await record(deps, tx, moderator, of, row)
  if (of.action === 'block') {
    const accused = { role: given.accusedRole as MemberRole, accountId: given.accusedId }
    await sanctions.impose(tx, moderator, accused, [{ kind: 'block' }], { caseId: given.id, note: of.note })
  }
  for (const row of concerned) {
    if (!closed.has(row.id) || disputeKindOf(row) === null) continue
    await disputes.decide(tx, row.id, { action: of.action, reason: reasonFor(row, of) })
  }
  await moderationNotifications.caseDecided(tx, 'ticket', given.id)
  return presentModeratedTicket((await queries.findTicket(tx, given.id))!)
}

/** @throws AppError invalid_request */
function checkAction({ action, note }: Decision, rows: readonly queries.TicketRow[]) {
  if (rows.some((row) => !fitsTicket(action, disputeKindOf(row))))
    throw invalidField('action', 'This cannot be done with a ticket of this kind.')
  if (action === 'block' && rows.some(({ accusedDeletedAt }) => accusedDeletedAt !== null))
    throw invalidField('action', 'This account was deleted: there is no one to sanction.')
  if (action === 'refuse' && !note) throw invalidField('note', 'Tell the two why.')
}

/**
 * One moderator alone gives back only so much, by one ticket or several, and with what was given of late; their case
 * keeps a proposal. @throws AppError needs_second
 */
async function checkRefund({ disputes }: Deps, tx: Tx, ticketIds: readonly string[]) {
  let rupees = 0
  for (const id of ticketIds) {
    const dispute = await disputes.find(tx, id)
    if (dispute?.kind !== 'refund') continue
    rupees += dispute.refundRequest.amount + (await disputes.givenOfLate(tx, id))
  }
  if (rupees > secondModeratorRupees)
    throw new AppError('needs_second', {
      message:
        'Another moderator must confirm a refund of this size. Decide it in its case, which keeps your decision for them.',
    })
}

/** @returns which were closed @throws AppError already_decided */
async function close(
  { clock, audit }: Deps,
  tx: Tx,
  moderator: Moderator,
  of: Decision,
  given: queries.TicketRow,
) {
  const ids = [given.id, ...(of.alsoTicketIds ?? [])]
  const closed = await queries.closeTickets(tx, ids, given.accusedId, {
    status: isActedUpon(of.action) ? 'actioned' : 'dismissed',
    decidedBy: moderator.id,
    decidedAt: clock.now(),
    note: of.note || null,
  })
  if (!closed.some(({ id }) => id === given.id)) {
    if (given.isWithdrawn) throw noLongerOpen('ticket', given.decidedAt)
    throw alreadyDecided(await audit.lastOf(tx, given.id, ['action', 'dismiss']))
  }
  return new Set(closed.map(({ id }) => id))
}

/**
 * What the two people of a dispute are told. The note of a block is about more than the dispute, and that of one
 * ticket says nothing about another that was closed with it.
 */
const reasonFor = ({ id }: queries.TicketRow, { ticketId, action, note }: Decision) =>
  (id === ticketId && action !== 'block' && note) || null

/** Writes one closed ticket into the log, and tells who raised it; the two of a dispute hear of it with the dispute. */
async function record(
  { audit, moderationNotifications }: Deps,
  tx: Tx,
  moderator: Moderator,
  of: Decision,
  row: queries.TicketRow,
) {
  await audit.write(tx, {
    moderatorId: moderator.id,
    action: isActedUpon(of.action) ? 'action' : 'dismiss',
    subjectId: row.id,
    note: of.note,
  })
  if (disputeKindOf(row) !== null) return
  const { raisedBy, complaint } = presentTicket(row)
  if (raisedBy.role === 'system') return
  await moderationNotifications.ticketDecided(
    tx,
    { id: raisedBy._id, role: raisedBy.role },
    { accusedName: fullName(complaint.accusedId), what: of.action === 'block' ? 'blocked' : 'dismissed' },
  )
}
