import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { isUnavailable } from '../db/conflicts.ts'
import type { Database } from '../db/database.ts'
import { startNotifyListener } from '../db/notify-listener.ts'
import type { Log } from '../log.ts'

/** Its payload: the kind of hands that have work. */
export const jobsAddedChannel = 'jobs_added'
/** How graphile_worker itself tells of a job: of a process of the release before, or added by hand. */
const insertedChannel = 'jobs:insert'
const wakeAll = JSON.stringify({ count: 100 })

/** What graphile-worker takes for a failure that passes: it asks again, at first at once, in the end each five seconds. */
const repeatedCode = '40P01'

/** Whether it is still worth waiting for a database that is away: who is told to end does not. */
export type Patience = { isOver: boolean }

/** What was still to be said when the process was told to end; nobody waits for it any longer. */
const toNobody = () => new Promise<never>(() => {})

const pauseMaxMs = 5_000

/** However long the database is away: graphile-worker would give up after some minutes, and leave the job locked. */
async function connectOnceThere(pool: pg.Pool, patience: Patience): Promise<pg.PoolClient> {
  for (let pauseMs = 50; ; pauseMs = Math.min(2 * pauseMs, pauseMaxMs)) {
    if (pool.ending) return toNobody()
    try {
      return await pool.connect()
    } catch (error) {
      if (pool.ending) return toNobody()
      if (!isUnavailable(error) || patience.isOver) throw error
    }
    await sleep(pauseMs)
  }
}

async function connectPatiently(pool: pg.Pool, patience: Patience): Promise<pg.PoolClient> {
  // That a job is done, or has failed, is said once: unless it is said again, a job stays locked for hours by who lives on.
  const asPassing = (error: unknown): Promise<never> => {
    if (pool.ending) return toNobody()
    throw isUnavailable(error) && !patience.isOver
      ? Object.assign(error as Error, { code: repeatedCode })
      : error
  }
  const client = await connectOnceThere(pool, patience)
  return new Proxy(client, {
    get(target, name) {
      if (name === 'query')
        return (...asked: Parameters<typeof client.query>) =>
          (target.query(...asked) as unknown as Promise<unknown>).catch(asPassing)
      const value = Reflect.get(target, name) as unknown
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

/**
 * The pool for one kind of hands. Each of them would listen on a connection of its own, and be woken by every job
 * there is; this one hands them a client that hears what it is told here.
 */
export function listenThrough(pool: pg.Pool, patience: Patience) {
  const ear = Object.assign(new EventEmitter(), { query: async () => ({ rows: [] }) })
  const connect = (listen?: (error: undefined, client: typeof ear, release: () => void) => void) =>
    listen ? queueMicrotask(() => listen(undefined, ear, () => {})) : connectPatiently(pool, patience)
  return {
    pool: new Proxy(pool, {
      get(target, name) {
        if (name === 'connect') return connect
        const value = Reflect.get(target, name) as unknown
        return typeof value === 'function' ? value.bind(target) : value
      },
    }),
    tell: (channel: string, payload: string) => void ear.emit('notification', { channel, payload }),
  }
}

/** One connection for all kinds of hands, of which only those are woken that have work. */
export function listenForJobs(
  { pool }: Database,
  log: Log,
  ears: ReadonlyMap<string, ReturnType<typeof listenThrough>>,
) {
  const tellAll = (channel: string, payload: string) => {
    for (const ear of ears.values()) ear.tell(channel, payload)
  }
  return startNotifyListener({
    url: pool.options.connectionString!,
    log,
    handlers: {
      [jobsAddedChannel]: (hands) => ears.get(hands)?.tell(insertedChannel, wakeAll),
      [insertedChannel]: (payload) => tellAll(insertedChannel, payload),
      // A later release has changed the tables in a way that these hands would not know.
      'worker:migrate': (payload) => tellAll('worker:migrate', payload),
    },
    onConnected: async () => tellAll(insertedChannel, wakeAll),
  })
}
