import { EventEmitter } from 'node:events'
import type { Role } from '@marga/contract/roles'
import { Logger, run, runMigrations, type TaskList, type WorkerEvents } from 'graphile-worker'
import { sql } from 'kysely'
import pg from 'pg'
import type { Database, Db } from '../db/database.ts'
import type { Log } from '../log.ts'
import type { PushNotification } from '../push/push.ts'
import { startWorkerLease } from './worker-lease.ts'

/** Every job and what it carries. A job may run twice, so its handler must say why that is safe. */
export type JobPayloads = {
  'accounts:send-reset-code': { role: Role; email: string }
  'enrollments:stop-renewing': { enrollmentId: string }
  'enrollments:pause': { enrollmentId: string }
  'enrollments:terminate': { enrollmentId: string }
  'images:remove': { name: string }
  'push:send': {
    accountId: string
    kind: 'messages' | 'reminders'
    endpoint: string
    notice: PushNotification
    usefulUntil: string
  }
  'mail:render': { mailIds: string[] }
  'mail:resend': Record<string, never>
  'mail:digest': Record<string, never>
  'chat:unread-mails': Record<string, never>
  'availability:lay-out': { mentorId: string }
  'availability:read-feed': { feedId: string }
  'availability:sweep': Record<string, never>
  'slots:remind': Record<string, never>
  'live:settle': Record<string, never>
  'search:reindex': Record<string, never>
  'search:refresh-availability': Record<string, never>
  'payments:event': { eventId: string }
  'payments:left-behind': Record<string, never>
  'payments:price': { mentorId: string }
  'payments:forget': { customerId: string }
  'payments:stop': { subscriptionId: string }
  'payments:give-back': { refundId: string }
  'payments:refund': { enrollmentId: string; paymentId: string }
  'payments:nightly': Record<string, never>
  'payments:reconcile': { side: 'local' | 'remote' | 'prices'; after: string | null }
  'enrollments:sweep': Record<string, never>
  'session-credits:sweep': Record<string, never>
  'places:offer': { mentorId: string }
  'places:sweep': Record<string, never>
  'time-requests:sweep': Record<string, never>
  'disputes:sweep': Record<string, never>
  'sanctions:sweep': Record<string, never>
  'response-times:sweep': Record<string, never>
  'housekeeping:daily': Record<string, never>
}
export type JobName = keyof JobPayloads

export type Jobs = {
  /** Enqueues inside the transaction: the job commits or vanishes with it. */
  add<N extends JobName>(
    db: Db,
    name: N,
    payload: JobPayloads[N],
    options?: { key?: string; delayMs?: number },
  ): Promise<void>
  /** One job for each payload, by one statement. */
  addAll<N extends JobName>(db: Db, name: N, payloads: readonly JobPayloads[N][]): Promise<void>
}

export type JobHandlers = { [N in JobName]: (payload: JobPayloads[N]) => Promise<void> }

export const jobs: Jobs = {
  async add(db, name, payload, options = {}) {
    await sql`select graphile_worker.add_job(
      ${name}::text, ${JSON.stringify(payload)}::json,
      job_key => ${options.key ?? null}::text,
      run_at => now() + ${options.delayMs ?? null}::float8 * interval '1 millisecond')`.execute(db)
  },

  async addAll(db, name, payloads) {
    await sql`select count(*) from graphile_worker.add_jobs(array(
      select (${name}::text, payload, null, null, null, null, null, null)::graphile_worker.job_spec
      from json_array_elements(${JSON.stringify(payloads)}::json) as given (payload)))`.execute(db)
  },
}

export type Worker = { stop(): Promise<void>; pool: pg.Pool }

export const migrateJobs = ({ pool }: Pick<Database, 'pool'>) => runMigrations({ pgPool: pool })

/** Each minute, and once a night. */
const crontab = [
  '* * * * * enrollments:sweep',
  '* * * * * session-credits:sweep',
  '* * * * * places:sweep',
  '* * * * * time-requests:sweep',
  '* * * * * payments:left-behind',
  '* * * * * mail:resend',
  '* * * * * mail:digest',
  '* * * * * chat:unread-mails',
  '* * * * * slots:remind',
  '* * * * * availability:sweep',
  '* * * * * live:settle',
  '* * * * * disputes:sweep',
  '* * * * * response-times:sweep',
  '* * * * * sanctions:sweep',
  '* * * * * search:refresh-availability',
  '17 3 * * * housekeeping:daily',
  '47 2 * * * payments:nightly',
].join('\n')

/** Jobs that wait for servers of somebody else's: for each kind hands of their own, so that a slow one holds up no other job. */
const external = {
  mail: ['mail:render'],
  others: ['push:send', 'images:remove'],
  calendars: ['availability:read-feed'],
  payments: [
    'enrollments:sweep',
    'enrollments:stop-renewing',
    'enrollments:pause',
    'enrollments:terminate',
    'payments:reconcile',
    'payments:event',
    'payments:forget',
    'payments:price',
    'payments:refund',
    'payments:give-back',
    'payments:stop',
  ],
} as const satisfies Record<string, readonly JobName[]>

/**
 * What the release before called some of them. Its processes go on queueing under those names until the last of them
 * has ended; what lies there then is done by these. Its comparison had other pages, so it begins anew.
 */
const earlierNames = {
  'mail:draw': 'mail:render',
  'enrollments:unwind': 'enrollments:terminate',
  'enrollments:follow': 'enrollments:sweep',
  'payments:compare': 'payments:nightly',
  'search:follow-clock': 'search:refresh-availability',
} as const satisfies Record<string, JobName>

/**
 * Every job that is added wakes all kinds of hands, in every process. Who has just found nothing looks again after
 * about so long, and not at every call: else a storm of bookings has them all ask without a pause.
 */
const pauseMs = 100

/** A listener for each of five kinds of hands, and room for most of them to be at work at once. */
const connectionsMax = 14

/** Starts taking jobs. Start-up fails by its type if a job has no handler. */
export async function startWorker(
  database: Database,
  handlers: JobHandlers,
  log: Log,
  { sweepMs = 5_000 } = {},
): Promise<Worker> {
  // Each kind of hands keeps a connection to listen on; those must not be taken from the requests.
  const pool = new pg.Pool({
    connectionString: database.pool.options.connectionString,
    max: connectionsMax,
    idleTimeoutMillis: 30_000,
    application_name: 'marga jobs',
  })
  pool.on('error', (error) => log.warn({ err: error }, 'a connection of the jobs broke'))
  pool.on('connect', (client) =>
    client.on('error', (error) => log.warn({ err: error }, 'a connection of the jobs broke')),
  )
  const lease = startWorkerLease({ database, log, sweepMs })
  const events: WorkerEvents = new EventEmitter()
  events.on('pool:create', ({ workerPool }) => lease.hold(workerPool.id))
  const tasks = tasksOf(handlers)
  const common = {
    events,
    pgPool: pool,
    noHandleSignals: true,
    pollInterval: 2_000,
    logger: new Logger(() => (level, message) => {
      if (level === 'error') log.error({ source: 'jobs' }, message)
      else if (level === 'warning') log.warn({ source: 'jobs' }, message)
    }),
  }
  const only = (isWanted: (job: string) => boolean): TaskList =>
    Object.fromEntries(tasks.filter(({ job }) => isWanted(job)).map(({ name, task }) => [name, task]))
  const waiting = Object.values(external).map((names) => new Set<string>(names))
  const internal = only((name) => !waiting.some((names) => names.has(name)))
  const start = (concurrency: number, of: { taskList: TaskList; crontab?: string }) => {
    const refetchDelay = { durationMs: pauseMs, threshold: 0, maxAbortThreshold: Number.POSITIVE_INFINITY }
    const localQueue = { size: concurrency, refetchDelay }
    return run({ ...common, ...of, concurrency, preset: { worker: { localQueue } } })
  }
  const runners = [
    await start(4, { taskList: internal, crontab }),
    ...(await Promise.all(waiting.map((names) => start(2, { taskList: only((name) => names.has(name)) })))),
  ]
  return {
    pool,
    async stop() {
      await Promise.all(runners.map((runner) => runner.stop()))
      await lease.stop()
      await pool.end()
    },
  }
}

/** Each job under its name, and under the earlier one where it had another. */
function tasksOf(handlers: JobHandlers) {
  const taskOf = (job: JobName): TaskList[string] => {
    const handle = handlers[job] as (payload: unknown) => Promise<void>
    return (payload) => handle(payload)
  }
  const jobNames = Object.keys(handlers) as JobName[]
  return [...jobNames.map((name) => [name, name] as const), ...Object.entries(earlierNames)].map(
    ([name, job]) => ({ name, job, task: taskOf(job) }),
  )
}
