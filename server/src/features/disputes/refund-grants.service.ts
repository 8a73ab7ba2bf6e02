import type { Clock } from '../../platform/clock.ts'
import type { Tx } from '../../platform/db/database.ts'
import { noLongerOpen } from '../../platform/errors.ts'
import type { EarlyEndings } from '../enrollments/early-endings.service.ts'
import type { Enrollments } from '../enrollments/enrollments.service.ts'
import type { OnRefundWithdrawn } from '../enrollments/termination.service.ts'
import type { CreditPeriods } from '../session-credits/credit-periods.service.ts'
import type { SlotRelease } from '../slots/slot-release.service.ts'
import type { Tickets } from '../tickets/tickets.service.ts'
import { endings } from './dispute-endings.rules.ts'
import type { RefundNotifications } from './refund-notifications.service.ts'
import * as queries from './refund-requests.queries.ts'
import { addedUp, cappedAt, isUndecided } from './refund-requests.rules.ts'
import type { RefundResult } from './refund-texts.rules.ts'

type Deps = {
  clock: Clock
  slotRelease: SlotRelease
  earlyEndings: EarlyEndings
  creditPeriods: CreditPeriods
  tickets: Tickets
  refundNotifications: RefundNotifications
}
type Enrollment = NonNullable<Awaited<ReturnType<Enrollments['lockPayer']>>>
type Grant = {
  from: queries.UndecidedStatus
  result: Extract<RefundResult, 'unused' | 'agreed' | 'granted' | 'over'>
  answer?: string | null
  /** A moderator's, or why nobody decided. */
  reason?: string | null
}

/** How refund requests end with money, or without an answer. The caller has the lock of the enrollment. */
export function createRefundGrants(deps: Deps) {
  return {
    /** Ends the subscription with the refund. @throws AppError already_decided */
    grant: (tx: Tx, row: queries.RefundRequestRow, enrollment: Enrollment, of: Grant) =>
      grant(deps, tx, row, enrollment, of),
    /** The subscription is over for another reason: says what went back with it. */
    closeMoot: (tx: Tx, row: queries.RefundRequestRow) => closeMoot(deps, tx, row),
    /** A refund that a request promised does not go back: the bank decides about its payment. */
    onRefundWithdrawn,
  }
}
export type RefundGrants = ReturnType<typeof createRefundGrants>

async function grant(
  { clock, slotRelease, earlyEndings, creditPeriods, refundNotifications }: Deps,
  tx: Tx,
  row: queries.RefundRequestRow,
  enrollment: Enrollment,
  { from, result, answer, reason = null }: Grant,
) {
  const taken = await queries.changeRefundRequest(tx, row.id, {
    ...{ from, to: 'refunded' as const, decidedAt: clock.now(), decision: reason },
    ...(answer === undefined ? {} : { answer }),
  })
  if (!taken) throw noLongerOpen('request', (await queries.findRefundRequest(tx, row.id))?.decidedAt)
  // Reckoned while the sessions ahead hold their credits: cancelling them for the refund makes these part of it.
  const unused = await earlyEndings.quoteOf(tx, enrollment)
  // Whoever waits for an answer does not lose by the wait.
  const lapsed = await creditPeriods.refundLapsedSince(tx, enrollment.id, row.createdAt, 'refund_granted')
  const owed = cappedAt(row.amount, addedUp(unused, lapsed))
  await slotRelease.releaseEnrollment(tx, enrollment.id, 'refund_granted')
  const amount = await earlyEndings.endWithRefund(tx, enrollment, owed, 'refund_granted')
  await queries.setRefundedAmount(tx, row.id, amount)
  await refundNotifications.settled(tx, { ...row, amount, withdrawnAmount: 0 }, { result, reason })
}

async function closeMoot(
  { clock, tickets, refundNotifications }: Deps,
  tx: Tx,
  row: queries.RefundRequestRow,
) {
  // Whoever had the lock before may have closed it.
  if (!isUndecided(row)) return
  const wentBack = await queries.sumRefundsSince(tx, row.enrollmentId, row.createdAt)
  const isRefunded = wentBack + row.withdrawnAmount > 0
  const decision = endings.over
  const taken = await queries.changeRefundRequest(tx, row.id, {
    from: row.status,
    to: isRefunded ? 'refunded' : 'refused',
    decidedAt: clock.now(),
    decision,
    ...(isRefunded ? { amount: wentBack } : {}),
  })
  if (!taken) return
  if (row.ticketId) await tickets.withdraw(tx, row.ticketId, decision)
  await refundNotifications.settled(tx, { ...row, amount: wentBack }, { result: 'over' })
}

/** What was never owed is no part of any request. */
const onRefundWithdrawn: OnRefundWithdrawn = async (tx, refund) => {
  if (refund.reason !== 'not_owed') await queries.withdrawFromRequests(tx, refund)
}
