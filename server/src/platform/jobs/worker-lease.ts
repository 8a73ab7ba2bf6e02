import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../db/database.ts'
import { isLockTaken } from '../db/process-locks.ts'
import type { Log } from '../log.ts'

type Options = {
  database: Database
  log: Log
  /** Between two looks for workers that are gone. */
  sweepMs: number
}

export type WorkerLease = {
  /** From now on the jobs of this worker are known to be in living hands. */
  hold(workerId: string): void
  stop(): Promise<void>
}

const retryMs = 1_000

const missing = `select locked_by as "workerId" from (
  select distinct locked_by from graphile_worker._private_jobs where locked_by is not null
  union select distinct locked_by from graphile_worker._private_job_queues where locked_by is not null
) held
where not ${isLockTaken('jobWorker', 'locked_by')}`

/**
 * Gives the jobs of a killed process back within seconds; graphile-worker by itself waits four hours.
 *
 * Jobs whose worker holds no lock in two looks in a row are unlocked; once would take those of a worker
 * that is just connecting again. Every process looks, so the survivors mend what another one left, and a
 * start mends its own past.
 */
export function startWorkerLease({ database, log, sweepMs }: Options): WorkerLease {
  const own = new Set<string>()
  const stopping = new AbortController()
  let suspects = new Set<string>()

  async function sweep() {
    for (const workerId of own) await database.locks.hold({ space: 'jobWorker', name: workerId })
    const { rows } = await database.pool.query<{ workerId: string }>(missing)
    const found = rows.map(({ workerId }) => workerId).filter((workerId) => !own.has(workerId))
    const dead = found.filter((workerId) => suspects.has(workerId))
    suspects = new Set(found)
    if (dead.length === 0) return
    await database.pool.query('select graphile_worker.force_unlock_workers($1)', [dead])
    log.warn({ workers: dead.length }, 'jobs of a process that is gone were given back')
  }

  const sweeping = (async () => {
    while (!stopping.signal.aborted) {
      const waitMs = await sweep().then(
        () => sweepMs,
        (error: unknown) => {
          if (!stopping.signal.aborted) log.warn({ err: error }, 'jobs left behind could not be looked for')
          return retryMs
        },
      )
      await sleep(waitMs, undefined, { signal: stopping.signal }).catch(() => {})
    }
  })()

  return {
    hold(workerId) {
      own.add(workerId)
      // What fails now is made good at the next look.
      void database.locks.hold({ space: 'jobWorker', name: workerId }).catch(() => {})
    },
    async stop() {
      stopping.abort()
      await sweeping
    },
  }
}
