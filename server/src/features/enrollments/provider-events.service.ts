import { after, type Clock, daysMs, minutesMs } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { Log } from '../../platform/log.ts'
import type { Concerned, PaymentGateway, ProviderEvent } from '../../platform/payments/payments.ts'
import type { DeclinedCards } from './declined-cards.service.ts'
import type { FailedRefunds } from './failed-refunds.service.ts'
import * as queries from './provider-events.queries.ts'
import type { SubscriptionSync } from './subscription-sync.service.ts'

type Deps = {
  db: Database
  clock: Clock
  jobs: Jobs
  log: Log
  payments: PaymentGateway | undefined
  subscriptionSync: SubscriptionSync
  failedRefunds: FailedRefunds
  declinedCards: DeclinedCards
}
type Provider = PaymentGateway['mode']

const jobKey = (eventId: string) => `payments:event:${eventId}`
const leftBehindMinutes = 5
const givenUpDays = 30
const leftBehindMax = 200

/** The provider's messages: stored by their id, answered at once, and acted on by a job. */
export function createProviderEvents(deps: Deps) {
  return {
    receive: (event: ProviderEvent, provider: Provider) => receive(deps, event, provider),
    handle: (job: { eventId: string }) => handle(deps, job.eventId),
    handleLeftBehind: () => handleLeftBehind(deps),
  }
}
export type ProviderEvents = ReturnType<typeof createProviderEvents>

/** A repeated event is the same row, and does nothing. */
async function receive({ db, clock, jobs, declinedCards }: Deps, event: ProviderEvent, provider: Provider) {
  await db.transact(async (tx) => {
    const stored = await queries.insertEvent(tx, event, { provider, receivedAt: clock.now() })
    if (!stored) return
    const { subscriptionId } = event.about
    if (event.isDecline && subscriptionId) await declinedCards.count(tx, subscriptionId)
    await jobs.add(tx, 'payments:event', { eventId: event.id }, { key: jobKey(event.id) })
  })
}

/** Safe to repeat, in any order: only whom it concerns is read from it, the rest is asked for. */
async function handle(deps: Deps, eventId: string) {
  const { db, clock, payments, failedRefunds, declinedCards } = deps
  const event = await queries.findEvent(db.query, eventId)
  if (!event || event.handledAt || event.provider !== payments?.mode) return
  const about = event.payload as ProviderEvent['about']
  if (about.refundId) await failedRefunds.follow(about.refundId)
  const concerned = await payments.concernedBy(about)
  if (concerned) {
    await reconcile(deps, eventId, concerned)
    await declinedCards.closeWhereTried(concerned.subscriptionId)
  }
  await queries.markHandled(db.query, eventId, clock.now())
}

async function reconcile(
  { log, subscriptionSync }: Deps,
  eventId: string,
  { subscriptionId, paymentId }: Concerned,
) {
  try {
    await subscriptionSync.reconcile(subscriptionId, paymentId)
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'price_mismatch') throw error
    // Trying again would say the same.
    log.error(
      { eventId, subscriptionId },
      'a payment is not for what was asked for; no one is enrolled by it',
    )
  }
}

/** Enqueues again what was stored and never finished. Safe to repeat: one job an event. */
async function handleLeftBehind({ db, clock, jobs, payments }: Deps) {
  const now = clock.now()
  const received = {
    after: after(now, -daysMs(givenUpDays)),
    before: after(now, -minutesMs(leftBehindMinutes)),
  }
  const left = await queries.findUnhandled(db.query, payments?.mode ?? '', received, leftBehindMax)
  for (const { id } of left) await jobs.add(db.query, 'payments:event', { eventId: id }, { key: jobKey(id) })
}
