import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { CamelCasePlugin, Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Log } from '../log.ts'
import { isTransient, isUnavailable } from './conflicts.ts'
import type { Database, Db } from './database.ts'
import type { DB } from './types.generated.ts'

/** What only reads takes: the primary, or a replica of it. */
export type Reads = { readonly query: Db; readonly pool: Pick<pg.Pool, 'query'> }

export type PublicReads = Reads & {
  /** The same, but by these connections to the primary. */
  through(primary: Reads['pool']): Reads
  /** Marks what `work` reads as somebody's who is not signed in and has not just written. */
  forStranger<T>(work: () => T): T
  /** Something public has changed: the replica waits until it has that, too. */
  changed(): void
  /** How late the replica is; undefined while it cannot be used, or there is none. */
  lagSeconds(): number | undefined
  close(): Promise<void>
}

type Options = {
  db: Database
  /** Undefined: everything is read from the primary. */
  replicaUrl: string | undefined
  log: Log
  /** False while changes made by other processes may go unheard. */
  isTold: () => boolean
  /** How late a replica may be and still be read. */
  lagMaxMs?: number
  lookEveryMs?: number
}

/**
 * Search and public pages from a replica, as long as nobody can tell the difference: for strangers
 * only, and not until the replica has every public change that this process was told of. Whatever
 * is wrong with the replica, the primary answers.
 */
export function createPublicReads(options: Options): PublicReads {
  const { db } = options
  if (options.replicaUrl === undefined) {
    return {
      get query() {
        return db.query
      },
      pool: db.pool,
      through: (primary) => ({ pool: primary, query: kyselyOver(primary.query.bind(primary)) }),
      forStranger: (work) => work(),
      changed() {},
      lagSeconds: () => undefined,
      async close() {},
    }
  }
  return readReplica({ ...options, replicaUrl: options.replicaUrl })
}

function readReplica(options: Options & { replicaUrl: string }): PublicReads {
  const { db, replicaUrl, log, isTold, lagMaxMs = 5_000, lookEveryMs = 1_000 } = options
  const pool = new pg.Pool({
    connectionString: replicaUrl,
    max: 20,
    connectionTimeoutMillis: 1_000,
    // A replica that takes a query and keeps it must not cost more than it saves.
    query_timeout: 2_000,
    statement_timeout: 2_000,
    application_name: 'marga replica',
  })
  const broke = (error: Error) => log.warn({ err: error }, 'a connection to the replica broke')
  pool.on('error', broke)
  pool.on('connect', (client) => client.on('error', broke))

  const strangers = new AsyncLocalStorage<true>()
  const standing = watchReplica({ db, pool, log, lagMaxMs, lookEveryMs })
  const isWanted = () => strangers.getStore() === true && isTold() && standing.isCurrent()

  const queryBy = (primary: Reads['pool']) =>
    // The overloads of pg's query come down to handing on whatever was given.
    (async (...given: Parameters<pg.Pool['query']>) => {
      if (!isWanted()) return primary.query(...given)
      try {
        return await pool.query(...given)
      } catch (error) {
        if (!isFaultOfReplica(error)) throw error
        standing.failed(error)
        return primary.query(...given)
      }
    }) as unknown as pg.Pool['query']
  const query = queryBy(db.pool)
  const kysely = kyselyOver(query)

  return {
    get query() {
      return db.isInTransaction() ? db.query : kysely
    },
    pool: { query },
    through(primary) {
      const own = queryBy(primary)
      return { pool: { query: own }, query: kyselyOver(own) }
    },
    forStranger: (work) => strangers.run(true, work),
    changed: standing.changed,
    lagSeconds: standing.lagSeconds,
    async close() {
      await standing.close()
      await pool.end()
    },
  }
}

/** No transactions here: each query finds its own way. */
const kyselyOver = (query: pg.Pool['query']) =>
  new Kysely<DB>({
    dialect: new PostgresDialect({
      pool: {
        connect: async () => ({ query, release() {} }) as unknown as pg.PoolClient,
        end: async () => {},
      },
    }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  })

/** Gone, cancelled by recovery, too slow, or without a table that a migration has just brought. */
function isFaultOfReplica(error: unknown): boolean {
  const { code = '', message = '' } = error as { code?: string; message?: string }
  return (
    isUnavailable(error) ||
    isTransient(error) ||
    /^(42P01|42703|25006|57014)$/.test(code) ||
    /Query read timeout/.test(message)
  )
}

type Watched = { db: Database; pool: pg.Pool; log: Log; lagMaxMs: number; lookEveryMs: number }

/** Knows by positions in the log, not by clocks, whether the replica has what it must have. */
function watchReplica({ db, pool, log, lagMaxMs, lookEveryMs }: Watched) {
  const closing = new AbortController()
  /** Where the primary was, and when: the newest that the replica has replayed says how late it is. */
  let marks: { lsn: bigint; atMs: number }[] = []
  let lagMs: number | undefined
  let changes = 0
  let changesReplayed = 0
  let catchingUp: Promise<void> | undefined

  async function look() {
    const lsn = await askPrimary(db)
    marks.push({ lsn, atMs: performance.now() })
    const replayed = await askReplica(pool)
    const reached = marks.findLastIndex((mark) => mark.lsn <= replayed)
    // Before the first mark that it has: as late as the oldest that it has not.
    const sinceMs = reached === marks.length - 1 ? performance.now() : (marks[reached + 1]?.atMs ?? 0)
    setLag(performance.now() - sinceMs)
    marks = marks.slice(Math.max(0, reached)).slice(-600)
  }

  function setLag(ms: number | undefined, error?: unknown) {
    const was = lagMs !== undefined && lagMs <= lagMaxMs
    const is = ms !== undefined && ms <= lagMaxMs
    lagMs = ms
    if (was && !is) log.warn({ err: error, lagMs: ms }, 'the replica is gone or late, the primary answers')
    if (!was && is) log.info({ lagMs: ms }, 'the replica answers strangers')
  }

  async function catchUp() {
    while (changesReplayed !== changes && !closing.signal.aborted) {
      const upTo = changes
      const lsn = await askPrimary(db)
      for (let pauseMs = 2; (await askReplica(pool)) < lsn; pauseMs = Math.min(pauseMs * 2, 100))
        await sleep(pauseMs, undefined, { signal: closing.signal })
      changesReplayed = upTo
    }
  }

  function follow() {
    catchingUp ??= catchUp()
      .catch(() => {})
      .finally(() => {
        catchingUp = undefined
      })
  }

  const looking = (async () => {
    while (!closing.signal.aborted) {
      await look().catch((error: unknown) => setLag(undefined, error))
      // What a failure left undone.
      if (changesReplayed !== changes) follow()
      await sleep(lookEveryMs, undefined, { signal: closing.signal }).catch(() => {})
    }
  })()

  return {
    isCurrent: () => lagMs !== undefined && lagMs <= lagMaxMs && changesReplayed === changes,
    lagSeconds: () => (lagMs === undefined ? undefined : lagMs / 1000),
    failed: (error: unknown) => setLag(undefined, error),
    changed() {
      changes++
      follow()
    },
    async close() {
      closing.abort()
      await Promise.all([looking, catchingUp])
    },
  }
}

/** A position in the log as a number, to be compared. */
function positionOf(text: string): bigint {
  const [high = '0', low = '0'] = text.split('/')
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
}

/** As far as anything is written, flushed or not: all that was committed before the question. */
async function askPrimary(db: Database): Promise<bigint> {
  const { rows } = await db.pool.query<{ lsn: string }>('select pg_current_wal_insert_lsn()::text as lsn')
  return positionOf(rows[0]!.lsn)
}

async function askReplica(pool: pg.Pool): Promise<bigint> {
  const { rows } = await pool.query<{ lsn: string | null }>(
    'select case when pg_is_in_recovery() then pg_last_wal_replay_lsn()::text end as lsn',
  )
  if (!rows[0]?.lsn) throw new Error('DATABASE_REPLICA_URL leads to a server that is no replica')
  return positionOf(rows[0].lsn)
}
