import { EventEmitter } from 'node:events'
import type { Role } from '@marga/contract/roles'
import { Logger, run, runMigrations, type TaskList, type WorkerEvents } from 'graphile-worker'
import { sql } from 'kysely'
import pg from 'pg'
import type { Database, Db } from '../db/database.ts'
import { prepared } from '../db/prepared-statements.ts'
import type { Log } from '../log.ts'
import type { PushNotification } from '../push/push.ts'
import { untilCalm } from './calm.ts'
import { jobsAddedChannel, listenForJobs, listenThrough } from './job-listening.ts'
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
  'chat:count-unread': Record<string, never>
  'availability:lay-out': { mentorId: string }
  'availability:read-feed': { feedId: string }
  'availability:sweep': Record<string, never>
  'slots:remind': Record<string, never>
  'slots:tell-schedule': { mentorId: string }
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
  'demo:keep': Record<string, never>
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

export function createJobs(database: Pick<Database, 'announce'>): Jobs {
  return {
    async add(db, name, payload, { key = null, delayMs = null } = {}) {
      await prepared(
        db,
        sql`select queue_jobs(${name}, ${JSON.stringify([payload])}::json, ${key}::text,
          now() + ${delayMs}::float8 * interval '1 millisecond')`,
      )
      // What is for later is found by looking.
      if (delayMs === null) database.announce(jobsAddedChannel, handsOf(name))
    },

    async addAll(db, name, payloads) {
      await prepared(db, sql`select queue_jobs(${name}, ${JSON.stringify(payloads)}::json, null, null)`)
      database.announce(jobsAddedChannel, handsOf(name))
    },
  }
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
  '* * * * * chat:count-unread',
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
const demoCrontab = '* * * * * demo:keep'

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

type Hands = keyof typeof external | 'internal'

/** Mails that are asked for together are claimed by one transaction. */
const concurrencyOf = (hands: Hands) => (hands === 'mail' ? 6 : 2)
const handsOf = (name: JobName): Hands => {
  for (const [hands, names] of Object.entries(external))
    if ((names as readonly string[]).includes(name)) return hands as Hands
  return 'internal'
}

/**
 * Every job that is added wakes its kind of hands in every process. Who has just found nothing looks again after
 * about so long, and not at every call: else a storm of bookings has them all ask without a pause.
 */
const pauseMs = 100

/** Room for most of five kinds of hands to be at work at once. */
const connectionsMax = 9

/** What jobs wait for must not be taken from the requests. */
function openPool(database: Database, log: Log) {
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
  return pool
}

/**
 * Starts taking jobs. Start-up fails by its type if a job has no handler.
 * @param of.isServing people are answered by the same thread, to whom mails give way
 */
export async function startWorker(
  database: Database,
  handlers: JobHandlers,
  log: Log,
  { sweepMs = 5_000, isDemo = false, isServing = false } = {},
): Promise<Worker> {
  const pool = openPool(database, log)
  const lease = startWorkerLease({ database, log, sweepMs })
  const events: WorkerEvents = new EventEmitter()
  events.on('pool:create', ({ workerPool }) => lease.hold(workerPool.id))
  const tasks = tasksOf(handlers, isServing)
  const common = {
    events,
    noHandleSignals: true,
    pollInterval: 2_000,
    logger: new Logger(() => (level, message) => {
      if (level === 'error') log.error({ source: 'jobs' }, message)
      else if (level === 'warning') log.warn({ source: 'jobs' }, message)
    }),
  }
  const only = (hands: Hands): TaskList =>
    Object.fromEntries(
      tasks.filter(({ job }) => handsOf(job) === hands).map(({ name, task }) => [name, task]),
    )
  const ears = new Map<Hands, ReturnType<typeof listenThrough>>()
  const start = (hands: Hands, concurrency: number, of: { taskList: TaskList; crontab?: string }) => {
    const ear = listenThrough(pool)
    ears.set(hands, ear)
    const refetchDelay = { durationMs: pauseMs, threshold: 0, maxAbortThreshold: Number.POSITIVE_INFINITY }
    const localQueue = { size: concurrency, refetchDelay }
    return run({ ...common, ...of, pgPool: ear.pool, concurrency, preset: { worker: { localQueue } } })
  }
  const runners = [
    await start('internal', 4, {
      taskList: only('internal'),
      crontab: isDemo ? `${crontab}\n${demoCrontab}` : crontab,
    }),
    ...(await Promise.all(
      (Object.keys(external) as Hands[]).map((hands) =>
        start(hands, concurrencyOf(hands), { taskList: only(hands) }),
      ),
    )),
  ]
  const listener = listenForJobs(database, log, ears)
  return {
    pool,
    async stop() {
      await listener.close()
      await Promise.all(runners.map((runner) => runner.stop()))
      await lease.stop()
      await pool.end()
    },
  }
}

/** Each job under its name, and under the earlier one where it had another. */
function tasksOf(handlers: JobHandlers, isServing: boolean) {
  const taskOf = (job: JobName): TaskList[string] => {
    const handle = handlers[job] as (payload: unknown) => Promise<void>
    const givesWay = isServing && handsOf(job) === 'mail'
    return async (payload) => {
      if (givesWay) await untilCalm()
      await handle(payload)
    }
  }
  const jobNames = Object.keys(handlers) as JobName[]
  return [...jobNames.map((name) => [name, name] as const), ...Object.entries(earlierNames)].map(
    ([name, job]) => ({ name, job, task: taskOf(job) }),
  )
}
