import {
  type CompiledQuery,
  type DatabaseConnection,
  Kysely,
  type KyselyConfig,
  type QueryResult,
} from 'kysely'
import type { DB } from './types.generated.ts'

type Run = (query: CompiledQuery) => Promise<QueryResult<unknown>>

/** A plain select. Raw SQL and a select that begins with `with` may write, and are taken for writes. */
const isRead = ({ query }: CompiledQuery) => query.kind === 'SelectQueryNode' && query.with === undefined

/** The same database, whose writes are run by `runWrite` instead of alone. */
export function lockSessionOnWrites(kysely: Kysely<DB>, config: KyselyConfig, runWrite: Run): Kysely<DB> {
  const executor = kysely.getExecutor()
  const connection: DatabaseConnection = {
    executeQuery: <R>(query: CompiledQuery) =>
      (isRead(query)
        ? executor.provideConnection((one) => one.executeQuery(query))
        : runWrite(query)) as Promise<QueryResult<R>>,
    streamQuery() {
      throw new Error('Nothing is streamed on behalf of a person.')
    },
  }
  return new Kysely<DB>({
    config,
    dialect: config.dialect,
    // Asked by transaction() and destroy() only, and those are the unguarded one's.
    driver: config.dialect.createDriver(),
    executor: executor.withConnectionProvider({ provideConnection: (consumer) => consumer(connection) }),
  })
}
