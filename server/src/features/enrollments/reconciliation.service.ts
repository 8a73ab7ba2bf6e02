import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { Log } from '../../platform/log.ts'
import { followedProviders } from '../../platform/payments/no-payments.ts'
import { isUnavailable, type PaymentGateway } from '../../platform/payments/payments.ts'
import type { Places } from '../places/places.service.ts'
import type { CreditPeriods } from '../session-credits/credit-periods.service.ts'
import * as queries from './enrollments.queries.ts'
import { checkAgainAfter } from './enrollments.rules.ts'
import type { MentorPrices } from './mentor-prices.service.ts'
import type { SubscriptionSync } from './subscription-sync.service.ts'
import type { UnknownSubscriptions } from './unknown-subscriptions.service.ts'

type Deps = {
  db: Database
  clock: Clock
  jobs: Jobs
  log: Log
  payments: PaymentGateway | undefined
  subscriptionSync: SubscriptionSync
  mentorPrices: MentorPrices
  places: Places
  creditPeriods: CreditPeriods
  unknownSubscriptions: UnknownSubscriptions
}

const dueMax = 100
const pageSize = 50
/** So many without an answer, one after the other, and the provider is taken to be away. */
const awayAfter = 3
const firstId = '00000000-0000-0000-0000-000000000000'

const sides = ['local', 'remote', 'prices'] as const
type Side = (typeof sides)[number]

/** Does not wait for events: asks the provider of what is due each minute, and of everything once a night. */
export function createReconciliation(deps: Deps) {
  const { db, clock, jobs } = deps
  return {
    nextDue: () => queries.findNextDue(db.query, clock.now()),
    sweepDue: () => sweepDue(deps),
    compare: (job: { side: Side; after: string | null }) => compare(deps, job),
    startComparing: () => jobs.add(db.query, 'payments:reconcile', { side: 'local', after: null }),
  }
}
export type Reconciliation = ReturnType<typeof createReconciliation>

/** Renews or ends what is due to be asked for. Safe to repeat: it writes what the provider says. */
async function sweepDue(deps: Deps) {
  const { db, clock, payments } = deps
  const due = await queries.findDue(db.query, followedProviders(payments), clock.now(), dueMax)
  const tryReconcile = reconcilesUntilAway(deps)
  for (const row of due) {
    if (row.provider !== payments?.mode) await endOrphan(deps, row.id)
    else {
      const now = await tryReconcile(row.providerSubscriptionId, () => postpone(deps, row.id))
      if (!now) await endOrphan(deps, row.id)
    }
  }
}

/** Of the demo's stand-in that serves no more, or of a provider that no longer knows it: it ends with the period that was paid. */
const endOrphan = ({ db, clock, places, creditPeriods }: Deps, id: string) =>
  db.transact(async (tx) => {
    const row = await queries.lockLiveById(tx, id)
    if (!row) return
    const ended = await queries.update(tx, id, {
      status: 'ended',
      endReason: 'canceled',
      endedAt: clock.now(),
      pastDueSince: null,
    })
    await creditPeriods.end(tx, ended)
    await places.freed(tx, ended.mentorId)
  })

/** Those who fail must not stand before the others each minute. */
const postpone = ({ db, clock }: Deps, id: string) =>
  queries.update(db.query, id, { checkAfter: checkAgainAfter(clock.now()) })

/**
 * One that fails must not hold up the others, whatever the provider says of it; a provider that says nothing of so many,
 * one after the other, is away. `onFailure` is done before that is thrown.
 * @throws AppError payment_provider_unavailable
 */
function reconcilesUntilAway({ log, subscriptionSync }: Deps) {
  let unavailable = 0
  return async (
    subscriptionId: string,
    onFailure?: () => Promise<unknown>,
  ): Promise<queries.EnrollmentRow | undefined | 'failed'> => {
    try {
      const row = await subscriptionSync.reconcile(subscriptionId)
      unavailable = 0
      return row
    } catch (error) {
      log.error({ err: error, subscriptionId }, 'an enrollment could not be compared with the provider')
      await onFailure?.()
      unavailable = isUnavailable(error) ? unavailable + 1 : 0
      if (unavailable === awayAfter) throw error
      return 'failed'
    }
  }
}

/** A page a job, so that a night's work may be cut off anywhere and goes on. */
async function compare(deps: Deps, { side, after: from }: { side: Side; after: string | null }) {
  const { db, jobs, payments } = deps
  if (!payments) return
  const next = await comparePage(deps, payments, side, from ?? undefined)
  const following = sides[sides.indexOf(side) + 1]
  if (next) await jobs.add(db.query, 'payments:reconcile', { side, after: next })
  else if (following) await jobs.add(db.query, 'payments:reconcile', { side: following, after: null })
}

function comparePage(deps: Deps, gateway: PaymentGateway, side: Side, from: string | undefined) {
  if (side === 'local') return compareLocal(deps, gateway, from ?? firstId)
  return side === 'remote' ? compareRemote(deps, gateway, from) : deps.mentorPrices.compare(from)
}

async function compareLocal(
  deps: Deps,
  gateway: PaymentGateway,
  afterId: string,
): Promise<string | undefined> {
  const rows = await queries.findComparedPage(deps.db.query, gateway.mode, afterId, pageSize)
  const tryReconcile = reconcilesUntilAway(deps)
  for (const row of rows) {
    const now = await tryReconcile(row.providerSubscriptionId)
    if (!now || now === 'failed') continue
    const hasChanged = now.status !== row.status || now.periodNo !== row.periodNo
    if (hasChanged)
      deps.log.warn({ enrollmentId: row.id, from: row.status, to: now.status }, 'repaired from the provider')
  }
  return rows.length === pageSize ? rows.at(-1)!.id : undefined
}

/** What the provider charges for and we do not know of: a payment whose every message was lost. */
async function compareRemote(
  deps: Deps,
  gateway: PaymentGateway,
  afterId: string | undefined,
): Promise<string | undefined> {
  const { ids, next } = await gateway.listLive(afterId)
  if (ids.length > 0) {
    const live = await queries.findLiveSubscriptionIds(deps.db.query, ids)
    const unknown: string[] = []
    const tryReconcile = reconcilesUntilAway(deps)
    for (const id of ids) if (!live.has(id) && !(await tryReconcile(id))) unknown.push(id)
    await deps.unknownSubscriptions.note(gateway, unknown)
  }
  return next
}
