import type { Enrollment } from '@marga/contract/enrollments'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { notConfigured } from '../../platform/payments/no-payments.ts'
import { isUnavailable, type PaymentGateway } from '../../platform/payments/payments.ts'
import * as queries from './enrollments.queries.ts'
import { renewalOf } from './enrollments.rules.ts'
import type { Enrollments } from './enrollments.service.ts'
import type { Pauses } from './pauses.service.ts'
import type { SubscriptionSync } from './subscription-sync.service.ts'

type Deps = {
  db: Database
  clock: Clock
  payments: PaymentGateway | undefined
  enrollments: Enrollments
  subscriptionSync: SubscriptionSync
  pauses: Pauses
}

const ifReached = (told: Promise<void>) =>
  told.catch((error: unknown) => {
    if (!isUnavailable(error)) throw error
  })

/** What the payer wants of a subscription that is there: the provider is told first, and then asked. */
export function createSubscriptions(deps: Deps) {
  const { db, clock, payments, enrollments, subscriptionSync, pauses } = deps
  async function change(
    menteeId: string,
    enrollmentId: string,
    tell: (gateway: PaymentGateway, row: queries.EnrollmentRow) => Promise<void>,
  ): Promise<Enrollment> {
    if (!payments) throw notConfigured()
    const row = await queries.findById(db.query, enrollmentId)
    if (!row || row.menteeId !== menteeId) throw new AppError('not_found')
    await tell(payments, row)
    const synced = await subscriptionSync.reconcileIfReached(row.providerSubscriptionId)
    // It has been told: where it says nothing more now, its event will.
    if (synced === 'unreached') return enrollments.present((await queries.findById(db.query, row.id)) ?? row)
    // A provider that does not know it charges nothing more: it ends with what is paid.
    return enrollments.present(synced ?? (await queries.markEnding(db.query, row.id)) ?? row)
  }

  return {
    /** @throws AppError not_found, payment_provider_unavailable */
    cancel: (menteeId: string, enrollmentId: string) =>
      change(menteeId, enrollmentId, async (gateway, row) => {
        const { status, providerSubscriptionId: id } = row
        if (status === 'ended') throw new AppError('not_found')
        if (status === 'past_due' || row.periodEnd <= clock.now()) {
          const ended = await subscriptionSync.endOverdue(id)
          // Over already, whatever the provider says now: a job of that end stops it, too.
          if (ended?.status === 'ended') return ifReached(gateway.cancelNow(id))
        }
        // First what is asked for: where the provider fails after it, nothing is charged that was to be cancelled.
        await gateway.cancelAtPeriodEnd(id)
        // Nothing renews that could be paused. One that has begun is over with the subscription, and charges nothing.
        if (row.pausedFrom && row.pausedFrom > clock.now()) await pauses.takeBack(row)
      }),

    /** @throws AppError not_found, not_resumable, payment_provider_unavailable */
    resume: (menteeId: string, enrollmentId: string) =>
      change(menteeId, enrollmentId, async (gateway, row) => {
        const isResumable = row.status === 'ending' && renewalOf(row) > clock.now() && row.refundDue === null
        if (!isResumable) throw new AppError('not_resumable')
        await gateway.resume(row.providerSubscriptionId)
      }),
  }
}
export type Subscriptions = ReturnType<typeof createSubscriptions>
