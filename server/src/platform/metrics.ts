import { setTimeout as sleep } from 'node:timers/promises'
import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Database } from './db/database.ts'
import type { JobHandlers } from './jobs/jobs.ts'
import type { Measured } from './siblings/primary.ts'
import type { Siblings } from './siblings/siblings.ts'

/** What can be read off a pool of connections. */
type Pool = { totalCount: number; idleCount: number; waitingCount: number }

export type Metrics = ReturnType<typeof createMetrics>

/** From a cached answer to the longest that a request may take. */
const requestSeconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15]
const jobSeconds = [0.005, 0.025, 0.1, 0.5, 1, 5, 30, 120]
/** A scrape must be answered while the database is gone: that is when it is looked at. */
const databaseWithinMs = 1_000

type Deps = {
  db: Database
  sockets: () => number
  /** Where this one is one of several. */
  siblings: Pick<Siblings, 'assignment' | 'onMeasure'> | undefined
}

/** What an operator watches, as Prometheus asks for it. Labels are names from the code, never what a caller sent. */
export function createMetrics({ db, sockets, siblings }: Deps) {
  const registry = new Registry()
  if (siblings) registry.setDefaultLabels({ process: siblings.assignment.name })
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const { requests, events, jobs } = createTimes(registers)
  watchSockets(registers, sockets)
  const pools = new Map<string, Pool>([['requests', db.pool]])
  watchPools(registers, pools)
  watchJobs(registers, db)
  siblings?.onMeasure(() => registry.getMetricsAsJSON())
  return {
    contentType: registry.contentType,
    request: (labels: { method: string; route: string; status: string }, seconds: number) =>
      requests.observe(labels, seconds),
    event: (labels: { event: string; result: string }, seconds: number) => events.observe(labels, seconds),
    watchPool(name: string, pool: Pool) {
      pools.set(name, pool)
    },
    /** The same handlers, timed. */
    aroundJobs: (handlers: JobHandlers): JobHandlers => timeJobs(jobs, handlers),
    /** All of it, in Prometheus's text format. */
    text: () => registry.metrics(),
  }
}

const contentType = Registry.PROMETHEUS_CONTENT_TYPE

/** What the first of several processes gets of them, and puts together: nothing is summed, each series names its process. */
export function createClusterMetrics({ measure }: { measure: () => Promise<Measured[]> }) {
  return {
    contentType,
    async text() {
      const measured = await measure()
      const all = AggregatorRegistry.aggregate<typeof contentType>(measured.map(({ figures }) => figures))
      const up = new Gauge({
        name: 'marga_process_up',
        help: '1 for each process of the command that told its figures',
        labelNames: ['process'],
        registers: [all],
      })
      for (const { process, figures } of measured) up.set({ process }, figures.length > 0 ? 1 : 0)
      return all.metrics()
    },
  }
}

/** How long what people and the product ask for takes. */
const createTimes = (registers: Registry[]) => ({
  requests: new Histogram({
    name: 'marga_http_request_seconds',
    help: 'Time from the first byte of a request to the last of its answer',
    labelNames: ['method', 'route', 'status'],
    buckets: requestSeconds,
    registers,
  }),
  events: new Histogram({
    name: 'marga_socket_event_seconds',
    help: 'Time from an event of a client to its acknowledgement',
    labelNames: ['event', 'result'],
    buckets: requestSeconds,
    registers,
  }),
  jobs: new Histogram({
    name: 'marga_job_seconds',
    help: 'Runs of background jobs; a failed one is tried again',
    labelNames: ['job', 'result'],
    buckets: jobSeconds,
    registers,
  }),
})

const watchSockets = (registers: Registry[], sockets: () => number) =>
  new Gauge({
    name: 'marga_socket_connections',
    help: 'Sockets that are open to this process',
    registers,
    collect() {
      this.set(sockets())
    },
  })

const watchPools = (registers: Registry[], pools: ReadonlyMap<string, Pool>) =>
  new Gauge({
    name: 'marga_database_connections',
    help: 'Connections of a pool by state; "waiting" are requests without one',
    labelNames: ['pool', 'state'],
    registers,
    collect() {
      for (const [pool, { totalCount, idleCount, waitingCount }] of pools) {
        this.set({ pool, state: 'busy' }, totalCount - idleCount)
        this.set({ pool, state: 'idle' }, idleCount)
        this.set({ pool, state: 'waiting' }, waitingCount)
      }
    },
  })

/** All figures of one scrape come of one look. */
function watchJobs(registers: Registry[], db: Database) {
  let looking: ReturnType<typeof lookAtJobs> | undefined
  const look = () =>
    (looking ??= lookAtJobs(db).finally(() => {
      looking = undefined
    }))
  new Gauge({
    name: 'marga_jobs',
    help: 'Jobs in the database: "due" now, "later", being "retried", and "failed" for good',
    labelNames: ['job', 'state'],
    registers,
    async collect() {
      const rows = await look()
      this.reset()
      for (const { job, state, count } of rows ?? []) this.set({ job, state }, count)
    },
  })
  new Gauge({
    name: 'marga_jobs_oldest_due_seconds',
    help: 'How long the job that waits longest has been due',
    registers,
    async collect() {
      const rows = await look()
      if (rows) this.set(Math.max(0, ...rows.map(({ dueSeconds }) => dueSeconds ?? 0)))
    },
  })
  new Gauge({
    name: 'marga_database_up',
    help: '1 while the database answers within a second',
    registers,
    async collect() {
      this.set((await look()) ? 1 : 0)
    },
  })
  new Counter({
    name: 'marga_metrics_without_database_total',
    help: 'Scrapes that could not look at the jobs',
    registers,
    async collect() {
      if (!(await look())) this.inc()
    },
  })
}

/** @returns nothing where the database is away */
const lookAtJobs = (db: Database) => inTime(readJobs(db)).catch(() => undefined)

function timeJobs(times: Histogram<'job' | 'result'>, handlers: JobHandlers): JobHandlers {
  const timed = Object.entries(handlers).map(([job, handle]) => [
    job,
    async (payload: never) => {
      const end = times.startTimer({ job })
      try {
        await (handle as (payload: unknown) => Promise<void>)(payload)
        end({ result: 'done' })
      } catch (error) {
        end({ result: 'failed' })
        throw error
      }
    },
  ])
  return Object.fromEntries(timed) as JobHandlers
}

const inTime = <T>(work: Promise<T>): Promise<T> =>
  Promise.race([
    work,
    sleep(databaseWithinMs, undefined, { ref: false }).then(() => {
      throw new Error('the database did not answer in time')
    }),
  ])

type JobRow = { job: string; state: string; count: number; dueSeconds: number | null }

async function readJobs({ pool }: Database): Promise<JobRow[]> {
  const { rows } = await pool.query<JobRow>(
    `select job, state, count(*)::int as count,
       max(extract(epoch from now() - run_at)) filter (where state = 'due')::float8 as "dueSeconds"
     from (
       select task_identifier as job, run_at,
         case when attempts >= max_attempts then 'failed'
           when run_at <= now() then 'due'
           when attempts > 0 then 'retried'
           else 'later' end as state
       from graphile_worker.jobs
     ) found group by 1, 2`,
  )
  return rows
}
