import type { Tx } from '../../platform/db/database.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { ProviderSubscription } from '../../platform/payments/payments.ts'
import type { CreditPeriods } from '../session-credits/credit-periods.service.ts'
import { find as findCheckout } from './checkouts.queries.ts'
import { isPaidWhenClosed } from './enrollments.rules.ts'

type Deps = { jobs: Jobs; creditPeriods: CreditPeriods }
type Row = { id: string; status: string }

/** Payments that bought nothing go back whole, each once. */
export function createOwedPayments(deps: Deps) {
  return {
    /** @param paymentIds the provider's */
    owe: (tx: Tx, row: Row, paymentIds: readonly string[]) => owe(deps, tx, row, paymentIds),
    oweAll: (tx: Tx, row: Row, subscription: ProviderSubscription) => oweAll(deps, tx, row, subscription),
    oweWherePaidWhenClosed: (tx: Tx, row: Row, subscription: ProviderSubscription) =>
      oweWherePaidWhenClosed(deps, tx, row, subscription),
  }
}
export type OwedPayments = ReturnType<typeof createOwedPayments>

async function owe({ jobs }: Deps, tx: Tx, row: Row, paymentIds: readonly string[]) {
  for (const paymentId of paymentIds)
    await jobs.add(tx, 'payments:refund', { enrollmentId: row.id, paymentId })
}

/** Of a subscription by which nobody is to be let in: it ends at the provider, and all that was paid goes back. */
async function oweAll(deps: Deps, tx: Tx, row: Row, { id: subscriptionId, payments }: ProviderSubscription) {
  await deps.creditPeriods.refundAll(tx, [row.id], 'payment_refunded')
  await deps.jobs.add(tx, 'payments:stop', { subscriptionId })
  const paid = payments.filter(({ status }) => status === 'paid')
  await owe(
    deps,
    tx,
    row,
    paid.map(({ id }) => id),
  )
}

/** Somebody was let in by it for the moment until the form in which it was paid was closed. */
async function oweWherePaidWhenClosed(deps: Deps, tx: Tx, row: Row, subscription: ProviderSubscription) {
  const { reference } = subscription
  if (row.status !== 'active' || !reference) return
  const checkout = await findCheckout(tx, reference)
  if (isPaidWhenClosed(checkout, subscription)) await oweAll(deps, tx, row, subscription)
}
