import { formatRupees } from '@marga/contract/prices'
import { after, type Clock, daysMs, hoursMs } from '../../platform/clock.ts'
import { formatPlainDate } from '../../platform/date-format.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { PaymentGateway } from '../../platform/payments/payments.ts'
import type { ModeratorAlerts } from '../moderators/moderator-alerts.service.ts'
import { isPresent } from './payments.queries.ts'
import * as queries from './unfinished-refunds.queries.ts'

type Deps = {
  db: Database
  clock: Clock
  jobs: Jobs
  payments: PaymentGateway | undefined
  moderatorAlerts: ModeratorAlerts
}

/** So long a job tries by itself before it is helped. */
const leftAfterMs = hoursMs(6)
/** After so many days it may never go by itself: an account at the provider that is empty, say, is for a person to fill. */
const toldAfterDays = 2
const toldAgainAfterDays = 7
/** So many are named in a notice. */
const namedMax = 10
const atOnce = 1000

/**
 * Money that was promised is asked for until it has gone: a job gives up after its tries, which end in four days. Safe to
 * repeat: the jobs are, and there is one of each.
 */
export const createUnfinishedRefunds = ({ db, clock, jobs, payments, moderatorAlerts }: Deps) => ({
  queueAgain: () =>
    db.transact(async (tx) => {
      const pending = await queries.findPendingSince(tx, after(clock.now(), -leftAfterMs), atOnce)
      for (const refund of pending) await queueRefund(jobs, tx, refund)
      for (const { id, endReason } of await queries.findUnfinishedEndings(tx, atOnce))
        await terminate(jobs, tx, id, { isNotified: endReason === 'left' })
    }),

  /**
   * Every moderator of each, and again each week while it does not go, in one notice of all that are news: an empty
   * account stops many on one day.
   */
  tellModerators: () =>
    db.transact(async (tx) => {
      const provider = payments?.mode
      if (!provider) return
      const now = clock.now()
      const before = after(now, -daysMs(toldAfterDays))
      const toldBefore = after(now, -daysMs(toldAgainAfterDays))
      const stuck = await queries.markTold(tx, { provider, before, toldBefore }, now)
      const [first] = stuck
      if (!first) return
      // Of an account that was deleted there is no page.
      const isLinked = stuck.length === 1 && (await isPresent(tx, first.menteeId))
      const link = isLinked ? `/moderator/mentees-list/${first.menteeId}` : undefined
      await moderatorAlerts.tell(tx, stuckWords(stuck), link)
    }),
})
export type UnfinishedRefunds = ReturnType<typeof createUnfinishedRefunds>

type Stuck = Awaited<ReturnType<typeof queries.markTold>>[number]

function stuckWords(stuck: readonly Stuck[]): string {
  const rupees = formatRupees(stuck.reduce((sum, { amount }) => sum + amount, 0))
  const oldest = new Date(Math.min(...stuck.map(({ createdAt }) => createdAt.getTime())))
  const since = formatPlainDate(oldest, null)
  const named = stuck.slice(0, namedMax).map(({ providerChargeId }) => providerChargeId)
  const ids = `${named.join(', ')}${stuck.length > namedMax ? ` and ${stuck.length - namedMax} more` : ''}`
  const what =
    stuck.length === 1
      ? `A refund of ${rupees} (${ids}) has not gone through since ${since}. It is tried`
      : `${stuck.length} refunds of ${rupees} in all (${ids}) have not gone through, the oldest since ${since}. They are tried`
  return `${what} again every night. Look at the payment provider for what is in the way.`
}

type Pending = Awaited<ReturnType<typeof queries.findPendingSince>>[number]

function queueRefund(jobs: Jobs, tx: Tx, { id, reason, enrollmentId, providerChargeId }: Pending) {
  if (reason === 'unused') return terminate(jobs, tx, enrollmentId, { isNotified: false })
  const key = { key: `refund:${id}` }
  return reason === 'not_owed'
    ? jobs.add(tx, 'payments:refund', { enrollmentId, paymentId: providerChargeId! }, key)
    : jobs.add(tx, 'payments:give-back', { refundId: id }, key)
}

const terminate = (jobs: Jobs, tx: Tx, enrollmentId: string, { isNotified }: { isNotified: boolean }) =>
  jobs.add(
    tx,
    'enrollments:terminate',
    { enrollmentId, ...(isNotified ? { isNotified } : {}) },
    { key: `terminate:${enrollmentId}` },
  )
