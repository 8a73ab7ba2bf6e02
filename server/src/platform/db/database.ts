import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { CamelCasePlugin, Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import { conflictOf, isTransient } from './conflicts.ts'
import { connectTimeoutMs } from './connect-timeout.ts'
import { createGatheredNotify } from './gathered-notify.ts'
import { reportPoolErrors } from './pool-errors.ts'
import { PreparingClient } from './preparing-client.ts'
import { openProcessLocks, type ProcessLocks } from './process-locks.ts'
import { lockSessionOnWrites } from './session-locked-writes.ts'
import type { DB } from './types.generated.ts'

export type Tx = Transaction<DB>
/** What a query takes: the pool or a transaction, so that it runs alone or inside one. */
export type Db = Kysely<DB> | Tx

export type Database = {
  /** For reads outside `transact`; inside a transaction that is under way, that one. */
  readonly query: Db
  readonly pool: pg.Pool
  /** What this process holds for as long as it lives. */
  readonly locks: ProcessLocks
  /**
   * Runs `work` in one transaction and commits. Joins the transaction that is already under way, if
   * any (a retried request keeps its answer in the same one). Deadlocks and serialization failures
   * run `work` again, so it must have no effect outside the database: use `afterCommit` for those.
   * Conflicts that a constraint refuses leave as AppError.
   */
  transact<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /**
   * Runs `work`, for instance a request, for somebody who may be shut out while it is under way: every transaction
   * in it begins with `hold`, and a write outside of one gets its own. `hold` throws when they are out already, and
   * else keeps them from being shut out before the commit.
   */
  runAsSession<T>(hold: (tx: Tx) => Promise<void>, work: () => Promise<T>): Promise<T>
  /** Whether a transaction of `transact` is under way here. */
  isInTransaction(): boolean
  /** Runs `effect` once the transaction under way has committed, at once if there is none. */
  afterCommit(effect: () => void): void
  /**
   * Tells all processes that listen, soon after the commit and together with others. It may be lost, so whoever
   * hears it looks now and then, too.
   */
  announce(channel: string, payload: string): void
  close(): Promise<void>
}

// Counts and sums are far below 2^53 here; as strings they would leak into answers.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number)

const maxTries = 6

/**
 * Statements here take milliseconds; PostgreSQL takes a hundred to compile the plan of one that it thinks dear, on each
 * connection anew.
 */
export const neverCompile = 'set jit = off'

/** What a request's connection may take for one statement, and for thinking between two. */
const sessionSettings = `set statement_timeout = '15s'; set idle_in_transaction_session_timeout = '30s'; ${neverCompile}`

type UnitOfWork = { tx: Tx; effects: (() => void)[] }
/** `isOver`: timers that were begun inside the work keep its context, but act for nobody. */
type SessionContext = { hold: (tx: Tx) => Promise<void>; isOver: boolean }

type Context = {
  kysely: Kysely<DB>
  /** The transaction that is under way here. */
  underWay: AsyncLocalStorage<UnitOfWork>
  /** For whom it is that something is done here. */
  behalf: AsyncLocalStorage<SessionContext>
}

/** By SQL: poolers refuse a connection that names these when it begins. */
export const prepareSession = async (client: { query(text: string): Promise<unknown> }) => {
  await client.query(sessionSettings)
}

export function openDatabase(options: {
  url: string
  poolSize: number
  onError: (error: Error) => void
}): Database {
  const pool = openPool(options)
  const config = {
    dialect: new PostgresDialect({ pool }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  }
  const locks = openProcessLocks(options)
  const gathered = createGatheredNotify(pool)
  const context: Context = {
    kysely: new Kysely<DB>(config),
    underWay: new AsyncLocalStorage(),
    behalf: new AsyncLocalStorage(),
  }
  const { kysely, underWay, behalf } = context
  const guarded = lockSessionOnWrites(kysely, config, (query) =>
    transact(context, (tx) =>
      tx.getExecutor().provideConnection((connection) => connection.executeQuery(query)),
    ),
  )
  return {
    get query() {
      return underWay.getStore()?.tx ?? (holdUnderWay(context) ? guarded : kysely)
    },
    pool,
    locks,
    transact: (work) => transact(context, work),
    async runAsSession(hold, work) {
      const of = { hold, isOver: false }
      try {
        return await behalf.run(of, work)
      } finally {
        of.isOver = true
      }
    },
    isInTransaction: () => underWay.getStore() !== undefined,
    afterCommit: (effect) => afterCommit(context, effect),
    announce: (channel, payload) => afterCommit(context, () => gathered.tell(channel, payload)),
    async close() {
      await gathered.close()
      await locks.close()
      await kysely.destroy()
      // Else every promise of the process goes on carrying them, of each database that it ever opened.
      underWay.disable()
      behalf.disable()
      // Kysely leaves a pool alone that it has not used yet.
      if (!pool.ended) await pool.end()
    },
  }
}

function openPool({
  url,
  poolSize,
  onError,
}: {
  url: string
  poolSize: number
  onError: (error: Error) => void
}): pg.Pool {
  const pool = new pg.Pool({
    Client: PreparingClient,
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: connectTimeoutMs(url),
    idleTimeoutMillis: 30_000,
    application_name: 'marga',
    onConnect: prepareSession,
  })
  reportPoolErrors(pool, onError)
  return pool
}

const holdUnderWay = ({ behalf }: Context) => {
  const of = behalf.getStore()
  return of?.isOver === false ? of.hold : undefined
}

function afterCommit({ underWay }: Context, effect: () => void) {
  const unit = underWay.getStore()
  if (unit) unit.effects.push(effect)
  else effect()
}

async function transact<T>(context: Context, work: (tx: Tx) => Promise<T>): Promise<T> {
  const outer = context.underWay.getStore()
  if (outer) return work(outer.tx)
  for (let tries = 1; ; tries++) {
    try {
      const { result, effects } = await attempt(context, work)
      for (const effect of effects) effect()
      return result
    } catch (error) {
      if (!isTransient(error) || tries >= maxTries) throw conflictOf(error) ?? error
      await sleep(2 ** tries * 2 * (0.5 + Math.random()))
    }
  }
}

async function attempt<T>(context: Context, work: (tx: Tx) => Promise<T>) {
  const effects: (() => void)[] = []
  const result = await context.kysely.transaction().execute((tx) =>
    context.underWay.run({ tx, effects }, async () => {
      await holdUnderWay(context)?.(tx)
      return work(tx)
    }),
  )
  return { result, effects }
}
