import type { Enrollment } from '@marga/contract/enrollments'
import { validate as isUuid } from 'uuid'
import type { Database } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { PaymentGateway } from '../../platform/payments/payments.ts'
import * as checkoutQueries from './checkouts.queries.ts'
import * as queries from './enrollments.queries.ts'
import type { Enrollments } from './enrollments.service.ts'
import type { SubscriptionSync } from './subscription-sync.service.ts'

type Deps = {
  db: Database
  payments: PaymentGateway | undefined
  enrollments: Enrollments
  subscriptionSync: SubscriptionSync
}
export type Confirmation = { mentorId?: string | undefined; paymentId?: string | undefined }

/** @throws AppError full (the money goes back), payment_required (`pending` while the provider has not decided), not_found, payment_provider_unavailable */
export async function confirmCheckout(
  deps: Deps,
  mentee: { id: string },
  by: Confirmation,
): Promise<Enrollment> {
  const { db, enrollments } = deps
  const id = by.paymentId
  const isKnowable = id === undefined || isUuid(id)
  const checkout = isKnowable
    ? await checkoutQueries.findOf(db.query, mentee.id, { id, mentorId: by.mentorId })
    : undefined
  // The provider's word was taken already, perhaps from its event: it need not be asked again.
  const known = checkout?.settledAt ? await queries.findLive(db.query, checkout) : undefined
  if (known) return enrollments.present(known)
  if (checkout) return enrollments.present(await settle(deps, checkout))
  if (id !== undefined || !by.mentorId) throw new AppError('not_found')
  // The demo's subscriptions have no checkout here, nor have those whose rows were lost with a restored database.
  const running = await queries.findLive(db.query, { menteeId: mentee.id, mentorId: by.mentorId })
  if (running) return enrollments.present(running)
  if (!(await checkoutQueries.findOffer(db.query, by.mentorId))) throw new AppError('not_found')
  throw new AppError('payment_required', { details: { pending: false } })
}

/** What the provider says now, turned into an enrollment if it says paid. */
async function settle(
  { db, payments, subscriptionSync }: Deps,
  checkout: checkoutQueries.CheckoutRow,
): Promise<queries.EnrollmentRow> {
  const id = checkout.providerCheckoutId
  const atProvider = payments && id ? await payments.findCheckout(id) : undefined
  if (atProvider?.status !== 'paid' || !atProvider.subscriptionId) {
    throw new AppError('payment_required', {
      details: { pending: atProvider?.status === 'open' || atProvider?.status === 'deciding' },
    })
  }
  // The provider's own record must agree on what was bought: a swapped price enrols nobody.
  if (atProvider.reference !== checkout.id || atProvider.priceId !== checkout.priceId)
    throw new AppError('price_mismatch')
  const row = await subscriptionSync.reconcile(atProvider.subscriptionId)
  if (!row) throw new AppError('payment_required', { details: { pending: false } })
  if (row.endReason === 'full') {
    throw new AppError('full', {
      message: 'The last place was taken before your payment arrived. You get all of your money back.',
    })
  }
  // Paid twice in two tabs: the other one is what counts, and this money goes back.
  return row.endReason === 'duplicate' ? ((await queries.findLive(db.query, row)) ?? row) : row
}
