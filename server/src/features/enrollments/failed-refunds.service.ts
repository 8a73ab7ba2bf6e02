import type { FailedRefund } from '@marga/contract/failed-refunds'
import { limits } from '@marga/contract/limits'
import { formatRupees } from '@marga/contract/prices'
import { after, type Clock, daysMs } from '../../platform/clock.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { Log } from '../../platform/log.ts'
import type { PaymentGateway, ProviderRefund } from '../../platform/payments/payments.ts'
import type { Audit } from '../moderators/audit.service.ts'
import { alreadyDecided } from '../moderators/decisions.rules.ts'
import type { ModeratorAlerts } from '../moderators/moderator-alerts.service.ts'
import type { Moderators } from '../moderators/moderators.service.ts'
import { findById } from './enrollments.queries.ts'
import { isOfSite } from './enrollments.rules.ts'
import { presentFailedRefund } from './failed-refunds.presenter.ts'
import * as queries from './failed-refunds.queries.ts'
import { findPayment, takeRefundBack } from './payments.queries.ts'
import type { RefundNotifications } from './refund-notifications.service.ts'

type Deps = {
  db: Database
  clock: Clock
  log: Log
  payments: PaymentGateway | undefined
  publicUrl: () => string
  refundNotifications: RefundNotifications
  moderatorAlerts: ModeratorAlerts
  moderators: Moderators
  audit: Audit
}
type Moderator = { id: string }

/** A bank may take a month to send one back: docs.stripe.com/refunds#failed-refunds */
const comesBackWithinDays = 40

/** Refunds that the bank sent back. The same way is closed: a person has to find another one, and must hear of it. */
export function createFailedRefunds(deps: Deps) {
  return {
    follow: (refundId: string) => follow(deps, refundId),
    followMissed: () => followMissed(deps),
    list: () => list(deps),
    settle: (moderator: Moderator, input: { refundId: string; note: string }) =>
      settle(deps, moderator, input),
  }
}
export type FailedRefunds = ReturnType<typeof createFailedRefunds>

/** Safe to repeat: what is known to have failed is told once. */
async function follow(deps: Deps, refundId: string) {
  const refund = await deps.payments?.findRefund(refundId)
  if (!refund?.hasFailed || !(await isOurs(deps, refund)) || !(await note(deps, refund))) return
  const { paymentId, amountRupees, reason } = refund
  deps.log.error({ refundId, paymentId, amountRupees, reason }, 'a refund failed at the bank')
}

/** The provider says it once, to an address that may not have answered for days. Safe to repeat. */
async function followMissed(deps: Deps) {
  const { db, clock, payments } = deps
  const failed = await payments?.listFailedRefunds(after(clock.now(), -daysMs(comesBackWithinDays)))
  if (!failed?.length) return
  const known = await queries.findKnown(db.query, failed)
  for (const id of failed) if (!known.has(id)) await follow(deps, id)
}

/** Moderators of two sites on one account at the provider would both pay it back. */
const isOurs = async ({ db, publicUrl }: Deps, refund: ProviderRefund) =>
  isOfSite(refund, publicUrl()) || (await findPayment(db.query, refund.paymentId)) !== undefined

/** Writes down, once, that it did not arrive. @returns whether that is news */
const note = (deps: Deps, refund: ProviderRefund): Promise<boolean> =>
  deps.db.transact(async (tx) => {
    const { paymentId, amountRupees } = refund
    if (!(await queries.insertFailedRefund(tx, refund, deps.clock.now()))) return false
    const payment = await takeRefundBack(tx, paymentId, refund.refundedRupees)
    const row = payment?.enrollmentId && (await findById(tx, payment.enrollmentId))
    if (row) await deps.refundNotifications.failed(tx, row, amountRupees)
    await tellModerators(deps, tx, amountRupees)
    return true
  })

const tellModerators = ({ moderatorAlerts }: Deps, tx: Tx, amountRupees: number) =>
  moderatorAlerts.tell(
    tx,
    `A refund of ${formatRupees(amountRupees)} came back from the bank. Pay it back another way.`,
    '/moderator/failed-refunds',
  )

async function list({ db }: Deps): Promise<FailedRefund[]> {
  const rows = await queries.listFailedRefunds(db.query, limits.unpagedListMax)
  return rows.map(presentFailedRefund)
}

/** Of two moderators one writes down that it is done. @throws AppError not_found, already_decided, forbidden */
const settle = (
  { db, clock, moderators, audit }: Deps,
  moderator: Moderator,
  { refundId, note }: { refundId: string; note: string },
): Promise<FailedRefund> =>
  db.transact(async (tx) => {
    const settled = await queries.markSettled(tx, refundId, { moderatorId: moderator.id, now: clock.now() })
    const row = await queries.findFailedRefund(tx, refundId)
    if (!row) throw new AppError('not_found')
    // A payment that we do not know belongs to nobody: then the log names who settled it only.
    const subjectId = row.payerId ?? moderator.id
    if (!settled) throw alreadyDecided(await queries.findSettler(tx, refundId))
    if (row.payerId) await moderators.refuseOwn(tx, moderator.id, [row.payerId])
    await audit.write(tx, { moderatorId: moderator.id, action: 'settle_refund', subjectId, note })
    return presentFailedRefund(row)
  })
