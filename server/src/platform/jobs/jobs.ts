import type { Role } from '@marga/contract/roles'
import { Logger, run, runMigrations, type TaskList } from 'graphile-worker'
import { sql } from 'kysely'
import type { Database, Db } from '../db/database.ts'
import type { Log } from '../log.ts'

/** Every job and what it carries. A job may run twice, so its handler must say why that is safe. */
export type JobPayloads = {
  'accounts:send-reset-code': { role: Role; email: string }
  'enrollments:stop-renewing': { mentorId: string }
  'mail:send': { mailId: string }
  'payments:event': { eventId: string }
  'enrollments:follow': Record<string, never>
  'housekeeping:daily': Record<string, never>
}
export type JobName = keyof JobPayloads

export type Jobs = {
  /** Enqueues inside the transaction: the job commits or vanishes with it. */
  add<N extends JobName>(
    db: Db,
    name: N,
    payload: JobPayloads[N],
    options?: { key?: string; runAt?: Date },
  ): Promise<void>
}

export type JobHandlers = { [N in JobName]: (payload: JobPayloads[N]) => Promise<void> }

export const jobs: Jobs = {
  async add(db, name, payload, options = {}) {
    await sql`select graphile_worker.add_job(
      ${name}::text, ${JSON.stringify(payload)}::json,
      job_key => ${options.key ?? null}::text, run_at => ${options.runAt ?? null}::timestamptz)`.execute(db)
  },
}

export type Worker = { stop(): Promise<void> }

export const migrateJobs = (database: Database) => runMigrations({ pgPool: database.pool })

/** Starts taking jobs. Start-up fails by its type if a job has no handler. */
export async function startWorker(database: Database, handlers: JobHandlers, log: Log): Promise<Worker> {
  const taskList: TaskList = {}
  for (const [name, handle] of Object.entries(handlers)) {
    taskList[name] = (payload) => (handle as (payload: unknown) => Promise<void>)(payload)
  }
  const runner = await run({
    pgPool: database.pool,
    concurrency: 4,
    noHandleSignals: true,
    pollInterval: 2_000,
    crontab: '* * * * * enrollments:follow\n17 3 * * * housekeeping:daily',
    taskList,
    logger: new Logger(() => (level, message) => {
      if (level === 'error') log.error({ source: 'jobs' }, message)
      else if (level === 'warning') log.warn({ source: 'jobs' }, message)
    }),
  })
  return { stop: () => runner.stop() }
}
