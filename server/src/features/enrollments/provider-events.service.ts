import { after, type Clock, daysMs, minutesMs } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { Log } from '../../platform/log.ts'
import type { PaymentGateway, ProviderEvent } from '../../platform/payments/payments.ts'
import type { FailedRefunds } from './failed-refunds.service.ts'
import type { SubscriptionSync } from './subscription-sync.service.ts'

type Deps = {
  db: Database
  clock: Clock
  jobs: Jobs
  log: Log
  payments: PaymentGateway | undefined
  subscriptionSync: SubscriptionSync
  failedRefunds: FailedRefunds
}

const jobKey = (eventId: string) => `payments:event:${eventId}`
const leftBehindMinutes = 5
const givenUpDays = 30

/** The provider's messages: stored by their id, answered at once, and acted on by a job. */
export function createProviderEvents({
  db,
  clock,
  jobs,
  log,
  payments,
  subscriptionSync,
  failedRefunds,
}: Deps) {
  return {
    /** A repeated event is the same row, and does nothing. */
    async receive(event: ProviderEvent, provider: PaymentGateway['mode']) {
      await db.transact(async (tx) => {
        const stored = await tx
          .insertInto('providerEvent')
          .values({
            id: event.id,
            provider,
            type: event.type,
            payload: JSON.stringify(event.about),
            receivedAt: clock.now(),
          })
          .onConflict((conflict) => conflict.column('id').doNothing())
          .returning('id')
          .executeTakeFirst()
        if (stored) await jobs.add(tx, 'payments:event', { eventId: event.id }, { key: jobKey(event.id) })
      })
    },

    /** Safe to repeat, in any order: only whom it concerns is read from it, the rest is asked for. */
    async handle({ eventId }: { eventId: string }) {
      const event = await db.query
        .selectFrom('providerEvent')
        .selectAll()
        .where('id', '=', eventId)
        .executeTakeFirst()
      if (!event || event.handledAt || event.provider !== payments?.mode) return
      const about = event.payload as ProviderEvent['about']
      if (about.refundId) await failedRefunds.follow(about.refundId)
      const subscriptionId = await payments.subscriptionOf(about)
      if (subscriptionId) {
        await subscriptionSync.reconcile(subscriptionId).catch((error: unknown) => {
          if (!(error instanceof AppError) || error.code !== 'price_mismatch') throw error
          // Trying again would say the same.
          log.error(
            { eventId, subscriptionId },
            'a payment is not for what was asked for; no one is enrolled by it',
          )
        })
      }
      await db.query
        .updateTable('providerEvent')
        .set({ handledAt: clock.now() })
        .where('id', '=', eventId)
        .execute()
    },

    /** Enqueues again what was stored and never finished. Safe to repeat: one job an event. */
    async handleLeftBehind() {
      const now = clock.now()
      const left = await db.query
        .selectFrom('providerEvent')
        .select('id')
        .where('handledAt', 'is', null)
        .where('provider', '=', payments?.mode ?? '')
        .where('receivedAt', '<', after(now, -minutesMs(leftBehindMinutes)))
        .where('receivedAt', '>', after(now, -daysMs(givenUpDays)))
        .orderBy('receivedAt')
        .limit(200)
        .execute()
      for (const { id } of left)
        await jobs.add(db.query, 'payments:event', { eventId: id }, { key: jobKey(id) })
    },
  }
}
export type ProviderEvents = ReturnType<typeof createProviderEvents>
