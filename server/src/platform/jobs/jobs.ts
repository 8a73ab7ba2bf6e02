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
  'mail:resend': Record<string, never>
  'chat:unread-mails': Record<string, never>
  'slots:remind': Record<string, never>
  'live:settle': Record<string, never>
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

/** Each minute, and once a night. */
const crontab = [
  '* * * * * enrollments:follow',
  '* * * * * mail:resend',
  '* * * * * chat:unread-mails',
  '* * * * * slots:remind',
  '* * * * * live:settle',
  '17 3 * * * housekeeping:daily',
].join('\n')

/** Jobs that wait for a server of somebody else's: taken by hands of their own, so that a slow one holds up no other job. */
const outward: ReadonlySet<string> = new Set<JobName>(['mail:send'])

/** Starts taking jobs. Start-up fails by its type if a job has no handler. */
export async function startWorker(database: Database, handlers: JobHandlers, log: Log): Promise<Worker> {
  const tasks = Object.entries(handlers).map(([name, handle]): [string, TaskList[string]] => [
    name,
    (payload) => (handle as (payload: unknown) => Promise<void>)(payload),
  ])
  const common = {
    pgPool: database.pool,
    noHandleSignals: true,
    pollInterval: 2_000,
    logger: new Logger(() => (level, message) => {
      if (level === 'error') log.error({ source: 'jobs' }, message)
      else if (level === 'warning') log.warn({ source: 'jobs' }, message)
    }),
  }
  const runners = [
    await run({
      ...common,
      concurrency: 4,
      crontab,
      taskList: Object.fromEntries(tasks.filter(([name]) => !outward.has(name))),
    }),
    await run({
      ...common,
      concurrency: 2,
      taskList: Object.fromEntries(tasks.filter(([name]) => outward.has(name))),
    }),
  ]
  return {
    async stop() {
      await Promise.all(runners.map((runner) => runner.stop()))
    },
  }
}
