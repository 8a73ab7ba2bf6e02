import type { Clock } from '../../platform/clock.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import type { Log } from '../../platform/log.ts'
import type { PaymentGateway } from '../../platform/payments/payments.ts'
import type { ModeratorAlerts } from '../moderators/moderator-alerts.service.ts'
import * as checkoutQueries from './checkouts.queries.ts'
import { deriveStatus, isOfSite } from './enrollments.rules.ts'
import * as queries from './unknown-subscriptions.queries.ts'

type Deps = {
  db: Database
  clock: Clock
  log: Log
  moderatorAlerts: ModeratorAlerts
  publicUrl: () => string
}

/**
 * Subscriptions of ours at the provider that nothing here explains, as after a restore of a backup that is older than
 * they are: somebody pays each month and gets nothing. A person has to give the money back, and must hear of it.
 */
export function createUnknownSubscriptions(deps: Deps) {
  return {
    /** Safe to repeat: each is told of once. @throws AppError payment_provider_unavailable */
    note: (gateway: PaymentGateway, ids: readonly string[]) => note(deps, gateway, ids),
  }
}
export type UnknownSubscriptions = ReturnType<typeof createUnknownSubscriptions>

async function note(deps: Deps, gateway: PaymentGateway, ids: readonly string[]) {
  const { db, clock, log } = deps
  // The stand-in's books are in our own database, and come back with it.
  if (gateway.isInProcess || ids.length === 0) return
  const known = await queries.findKnown(db.query, ids)
  const found: string[] = []
  for (const id of ids) if (!known.has(id) && (await isUnexplained(deps, gateway, id))) found.push(id)
  if (found.length === 0) return
  const news = await db.transact(async (tx) => {
    const fresh = await queries.insertUnknown(tx, found, clock.now())
    if (fresh.length > 0) await tellModerators(deps, tx, fresh.length)
    return fresh
  })
  for (const subscriptionId of news)
    log.error({ subscriptionId }, 'a subscription is charged by the provider and belongs to no one here')
}

/** Paid for and not over, without the checkout by which it was bought; one that has it is only not paid yet. */
async function isUnexplained(
  { db, clock, publicUrl }: Deps,
  gateway: PaymentGateway,
  id: string,
): Promise<boolean> {
  const subscription = await gateway.findSubscription(id)
  if (!subscription?.reference || !isOfSite(subscription, publicUrl())) return false
  const standing = deriveStatus(subscription, { now: clock.now(), pastDueSince: null })
  if (!standing || standing.status === 'ended') return false
  return (await checkoutQueries.find(db.query, subscription.reference)) === undefined
}

function tellModerators({ moderatorAlerts }: Deps, tx: Tx, count: number) {
  const what = count === 1 ? 'a subscription that belongs' : `${count} subscriptions that belong`
  const content = `Stripe charges ${what} to no one here. Ask the people who run the server to read its log and give the money back.`
  return moderatorAlerts.tell(tx, content)
}
