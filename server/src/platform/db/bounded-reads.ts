import { CamelCasePlugin, Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { remainingMs } from '../deadline.ts'
import { AppError } from '../errors.ts'
import type { Log } from '../log.ts'
import { type Database, type Db, neverCompile } from './database.ts'
import { reportPoolErrors } from './pool-errors.ts'
import type { DB } from './types.generated.ts'

/** What a query that only reads takes. */
export type Reads = { readonly query: Db; readonly pool: Pick<pg.Pool, 'query'> }

export type BoundedReads = Reads & {
  /** To be watched. */
  readonly connections: pg.Pool
  close(): Promise<void>
}

type Options = {
  db: Database
  connections: number
  statementMs: number
  log: Log
}

/**
 * Reads that cost as much as somebody asks for: by connections of their own, so that nobody else waits for one, each
 * statement ended by PostgreSQL after a while, and none begun once the deadline under way is over.
 * @throws AppError unavailable
 */
export function createBoundedReads({ db, connections, statementMs, log }: Options): BoundedReads {
  const pool = new pg.Pool({
    connectionString: db.pool.options.connectionString,
    max: connections,
    connectionTimeoutMillis: statementMs,
    idleTimeoutMillis: 30_000,
    application_name: 'marga search',
    onConnect: (client) => prepareSearches(client, statementMs),
  })
  reportPoolErrors(pool, (error) => log.warn({ err: error }, 'a database connection broke'))
  const query = (async (...given: Parameters<pg.Pool['query']>) => {
    if (remainingMs() === 0) throw new AppError('unavailable', { retryAfterSeconds: 2 })
    return pool.query(...given)
  }) as unknown as pg.Pool['query']
  return { pool: { query }, query: kyselyOver(query), connections: pool, close: () => pool.end() }
}

/**
 * One plan for all values of a statement, made once a connection: PostgreSQL plans anew for each value as long as that
 * seems cheaper to carry out, and for the statements of this pool planning takes longer than what it saves. They leave
 * the planner no choice that hangs on a value. By SQL: poolers refuse a connection that names these when it begins.
 */
const prepareSearches = async (client: { query(text: string): Promise<unknown> }, statementMs: number) => {
  await client.query(
    `set statement_timeout = ${Number(statementMs)}; set plan_cache_mode = force_generic_plan; ${neverCompile}`,
  )
}

/** No transactions here: each query takes whichever connection is free. */
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
