import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Database } from '../db/database.ts'
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

/** The first half of the key that PostgreSQL's advisory locks take: ours, so that no other lock is met. */
const lockSpace = 0x6d6a6f62
const reconnectMs = 1_000

const missing = `select locked_by as "workerId" from (
  select distinct locked_by from graphile_worker._private_jobs where locked_by is not null
  union select distinct locked_by from graphile_worker._private_job_queues where locked_by is not null
) held
where not exists (
  select from pg_locks
  where locktype = 'advisory' and classid = ${lockSpace}
    and objid = (hashtext(locked_by)::bigint & 4294967295)::oid
    and database = (select oid from pg_database where datname = current_database())
)`

/**
 * Gives the jobs of a killed process back within seconds; graphile-worker by itself waits four hours.
 *
 * Each worker holds an advisory lock on a connection of its own. The lock ends with the connection, and so
 * with the process, however it ends: no clock and no heartbeat has to be trusted. Jobs whose worker holds
 * no lock in two looks in a row are unlocked; once would take those of a worker that is just connecting
 * again. Every process looks, so the survivors mend what another one left, and a start mends its own past.
 */
export function startWorkerLease({ database, log, sweepMs }: Options): WorkerLease {
  const held = new Set<string>()
  const stopping = new AbortController()
  let client: pg.Client | undefined
  let suspects = new Set<string>()

  const lock = (on: pg.Client, workerId: string) =>
    on.query('select pg_advisory_lock_shared($1, hashtext($2))', [lockSpace, workerId])

  async function connect(): Promise<pg.Client> {
    const made = new pg.Client({
      connectionString: database.pool.options.connectionString,
      application_name: 'marga jobs',
      keepAlive: true,
    })
    made.on('error', (error) => log.warn({ err: error }, 'the connection that holds the jobs broke'))
    made.on('end', () => {
      if (client === made) client = undefined
    })
    await made.connect()
    for (const workerId of held) await lock(made, workerId)
    return made
  }

  async function ensureConnected() {
    client ??= await connect()
    return client
  }

  async function sweep() {
    await ensureConnected()
    const { rows } = await database.pool.query<{ workerId: string }>(missing)
    const found = rows.map(({ workerId }) => workerId).filter((workerId) => !held.has(workerId))
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
          return reconnectMs
        },
      )
      await sleep(waitMs, undefined, { signal: stopping.signal }).catch(() => {})
    }
  })()

  return {
    hold(workerId) {
      held.add(workerId)
      // Without a connection the next look makes one, and locks all that is held.
      if (client) void lock(client, workerId).catch(() => {})
    },
    async stop() {
      stopping.abort()
      await sweeping
      await client?.end().catch(() => {})
    },
  }
}
