import type { TicketDispute } from '@marga/contract/disputes'
import type { Clock } from '../../platform/clock.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { noLongerOpen } from '../../platform/errors.ts'
import type { Enrollments } from '../enrollments/enrollments.service.ts'
import type { DisputeDecision, DisputesOfTickets } from '../tickets/ticket-decisions.service.ts'
import type { ContestNotifications } from './contest-notifications.service.ts'
import type { ContestOutcomes } from './contest-outcomes.service.ts'
import * as contests from './contests.queries.ts'
import { presentContest, presentRefundRequest } from './disputes.presenter.ts'
import { findEnrollmentsOfTickets } from './disputes.queries.ts'
import type { RefundGrants } from './refund-grants.service.ts'
import type { RefundNotifications } from './refund-notifications.service.ts'
import * as requests from './refund-requests.queries.ts'
import { isOver } from './refund-requests.rules.ts'
import { sumGoodwillOfLate } from './session-remedies.queries.ts'

type Deps = {
  clock: Clock
  enrollments: Enrollments
  contestOutcomes: ContestOutcomes
  contestNotifications: ContestNotifications
  refundNotifications: RefundNotifications
  refundGrants: RefundGrants
}

/** What moderators see of disputes, and what they decide, by the tickets that these became. */
export function createDisputeDecisions(deps: Deps): DisputesOfTickets {
  return {
    find: (db, ticketId) => find(db, ticketId),
    givenOfLate: (db, ticketId) => findGivenOfLate(deps, db, ticketId),
    lock: (tx, ticketIds) => lock(deps, tx, ticketIds),
    decide: (tx, ticketId, decision) => decide(deps, tx, ticketId, decision),
  }
}

async function find(db: Db, ticketId: string): Promise<TicketDispute | null> {
  const contest = await contests.findContestOfTicket(db, ticketId)
  if (contest) {
    const attendances = await contests.findStaysOfTheTwo(db, [contest.slotId])
    return { kind: 'contest', contest: presentContest(contest, attendances, contest.raisedBy) }
  }
  const request = await requests.findRefundRequestOfTicket(db, ticketId)
  return request ? { kind: 'refund', refundRequest: presentRefundRequest(request, 'mentee') } : null
}

async function findGivenOfLate({ clock }: Deps, db: Db, ticketId: string) {
  const request = await requests.findRefundRequestOfTicket(db, ticketId)
  return request ? sumGoodwillOfLate(db, request, clock.now()) : 0
}

async function lock({ enrollments }: Deps, tx: Tx, ticketIds: readonly string[]) {
  for (const id of await findEnrollmentsOfTickets(tx, ticketIds)) await enrollments.lockPayer(tx, id)
}

async function decide(deps: Deps, tx: Tx, ticketId: string, decision: DisputeDecision) {
  const contest = await contests.findContestOfTicket(tx, ticketId)
  if (contest) return decideContest(deps, tx, contest, decision)
  const request = await requests.findRefundRequestOfTicket(tx, ticketId)
  if (request) await decideRequest(deps, tx, request, decision)
}

async function decideContest(
  { clock, enrollments, contestOutcomes, contestNotifications }: Deps,
  tx: Tx,
  row: contests.ContestRow,
  { action, reason, outcome, isCallReturned }: DisputeDecision,
) {
  const taken = await contests.changeContest(tx, row.id, {
    from: 'with_moderator',
    to: 'decided',
    decidedAt: clock.now(),
    decision: reason,
  })
  if (!taken) throw noLongerOpen('contest', row.decidedAt)
  const payer = await enrollments.lockPayer(tx, row.enrollmentId)
  if (action === 'corrected') {
    const giveBack = () =>
      isCallReturned ? contestOutcomes.returnCredit(tx, row.slotId, payer) : Promise.resolve(undefined)
    // That neither came frees a call, or lets it lapse: one that is given back is worth more, and is given before.
    const before = outcome === 'missed_by_both' ? await giveBack() : undefined
    const corrected = await contestOutcomes.correct(tx, row.slotId, outcome!, payer)
    const returned = before ?? (await giveBack())
    // What the correction has given back already is the mentee's by that.
    const call = returned?.outcome ? returned : corrected
    return contestNotifications.settled(tx, row, { result: 'corrected', call, reason })
  }
  if (action !== 'return_call') return contestNotifications.settled(tx, row, { result: 'refused', reason })
  const call = await contestOutcomes.giveBack(tx, row, payer)
  await contestNotifications.settled(tx, row, { result: 'returned', call, reason })
}

async function decideRequest(
  { clock, enrollments, refundNotifications, refundGrants }: Deps,
  tx: Tx,
  row: requests.RefundRequestRow,
  { action, reason, amount }: DisputeDecision,
) {
  const enrollment = (await enrollments.lockPayer(tx, row.enrollmentId))!
  // With a block that was decided just now everything unused goes back, whatever becomes of the request.
  if (await requests.isRequestMoot(tx, row.id)) return refundGrants.closeMoot(tx, row)
  // Of a subscription that ran out before, a block gives back nothing by itself.
  const isOwedByBlock = action === 'block' && row.isMentorShutOut && isOver(enrollment)
  if (action === 'refund' || isOwedByBlock) {
    const given = { from: 'with_moderator', result: 'granted', reason } as const
    const asked = { ...row, amount: Math.min(row.amount, amount ?? row.amount) }
    return refundGrants.grant(tx, asked, enrollment, given)
  }
  const change = { from: 'with_moderator', to: 'refused', decidedAt: clock.now(), decision: reason } as const
  if (!(await requests.changeRefundRequest(tx, row.id, change))) throw noLongerOpen('request', row.decidedAt)
  await refundNotifications.settled(tx, row, { result: 'refused', reason })
}
