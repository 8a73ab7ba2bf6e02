import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { Logger, run, runMigrations, type TaskList, type WorkerEvents } from 'graphile-worker'
import { sql } from 'kysely'
import pg from 'pg'
import { type Database, type Db, prepareSession } from '../db/database.ts'
import { reportPoolErrors } from '../db/pool-errors.ts'
import { prepared } from '../db/prepared-statements.ts'
import type { Log } from '../log.ts'
import { createCalm } from './calm.ts'
import {
  concurrencyOf,
  earlierNames,
  external,
  type Hands,
  handsOf,
  type JobName,
  type JobPayloads,
} from './job-kinds.ts'
import { jobsAddedChannel, listenForJobs, listenThrough } from './job-listening.ts'
import { startWorkerLease } from './worker-lease.ts'

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

const eachMinute = [
  'enrollments:sweep',
  'session-credits:sweep',
  'places:sweep',
  'time-requests:sweep',
  'payments:left-behind',
  'mail:resend',
  'mail:digest',
  'chat:unread-mails',
  'chat:count-unread',
  'slots:remind',
  'availability:sweep',
  'live:settle',
  'disputes:sweep',
  'response-times:sweep',
  'sanctions:sweep',
  'search:refresh-availability',
] as const satisfies JobName[]

/** One that fails is asked for anew by the next minute, not once more beside it. */
const minutely = (name: JobName) => `* * * * * ${name} ?jobKey=${name}`

/** Each minute, and once a night: later, where nobody was there for that minute or the database was away. */
export const crontabOf = ({ isDemo }: { isDemo: boolean }) =>
  [
    ...eachMinute.map(minutely),
    '17 3 * * * housekeeping:daily ?fill=1d',
    '47 2 * * * payments:nightly ?fill=1d',
    ...(isDemo ? [minutely('demo:keep')] : []),
  ].join('\n')

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
    connectionTimeoutMillis: 15_000,
    application_name: 'marga jobs',
    // Else the server would finish what was given up here, and jobs be taken by nobody.
    onConnect: prepareSession,
  })
  reportPoolErrors(pool, (error) => log.warn({ err: error }, 'a connection of the jobs broke'))
  return pool
}

const endTriesMax = 500

/**
 * That a job is done is said without anybody waiting for it, and the pool forgets who still waits for a connection when
 * it is told to end: such a job would be done again. Bounded, since the database may be away.
 */
async function endPool(pool: pg.Pool) {
  for (let tries = 0; pool.waitingCount > 0 && tries < endTriesMax; tries++) await sleep(10)
  await pool.end()
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
  const patience = { isOver: false }
  const common = {
    events,
    noHandleSignals: true,
    pollInterval: 2_000,
    logger: new Logger(() => (level, message) => {
      // graphile-worker 0.17 takes it for a failure that jobs wait in its memory when it ends; it gives them back all the same.
      const isFailure = level === 'error' && !patience.isOver
      if (isFailure) log.error({ source: 'jobs' }, message)
      else if (level === 'error' || level === 'warning') log.warn({ source: 'jobs' }, message)
    }),
  }
  const only = (hands: Hands): TaskList =>
    Object.fromEntries(
      tasks.filter(({ job }) => handsOf(job) === hands).map(({ name, task }) => [name, task]),
    )
  const ears = new Map<Hands, ReturnType<typeof listenThrough>>()
  const start = (hands: Hands, concurrency: number, of: { taskList: TaskList; crontab?: string }) => {
    const ear = listenThrough(pool, patience)
    ears.set(hands, ear)
    const refetchDelay = { durationMs: pauseMs, threshold: 0, maxAbortThreshold: Number.POSITIVE_INFINITY }
    const localQueue = { size: concurrency, refetchDelay }
    return run({ ...common, ...of, pgPool: ear.pool, concurrency, preset: { worker: { localQueue } } })
  }
  const runners = [
    await start('internal', 4, {
      taskList: only('internal'),
      crontab: crontabOf({ isDemo }),
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
      patience.isOver = true
      await listener.close()
      await Promise.all(runners.map((runner) => runner.stop()))
      await lease.stop()
      await endPool(pool)
    },
  }
}

/** Each job under its name, and under the earlier one where it had another. */
function tasksOf(handlers: JobHandlers, isServing: boolean) {
  const untilCalm = createCalm()
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
