import { after, type Clock, hoursMs } from '../../platform/clock.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import * as queries from './unfinished-refunds.queries.ts'

type Deps = { db: Database; clock: Clock; jobs: Jobs }

/** So long a job tries by itself before it is helped. */
const leftAfterMs = hoursMs(6)
const atOnce = 1000

/**
 * Money that was promised is asked for until it has gone: a job gives up after its tries, which end in four days. Safe to
 * repeat: the jobs are, and there is one of each.
 */
export const createUnfinishedRefunds = ({ db, clock, jobs }: Deps) => ({
  queueAgain: () =>
    db.transact(async (tx) => {
      const pending = await queries.findPendingSince(tx, after(clock.now(), -leftAfterMs), atOnce)
      for (const refund of pending) await queueRefund(jobs, tx, refund)
      for (const { id, endReason } of await queries.findUnfinishedEndings(tx, atOnce))
        await terminate(jobs, tx, id, { isNotified: endReason === 'left' })
    }),
})
export type UnfinishedRefunds = ReturnType<typeof createUnfinishedRefunds>

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
