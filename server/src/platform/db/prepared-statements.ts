import type { Compilable, CompiledQuery, QueryResult, RawBuilder } from 'kysely'
import type { Db } from './database.ts'

/** Far more than there are: one whose text is another one each time must not fill the connections. */
const preparedMax = 500
const names = new Map<string, string>()

/** A column that is added later would change what these give, and PostgreSQL refuses a kept plan then. */
const givesAllColumns = /(?:select|returning|,|\.)\s*\*(?! from unnest)/i

/** Under which a connection prepares it; undefined of a statement that nobody has marked. */
export const preparedName = (text: string): string | undefined => names.get(text)

/** @throws where no plan of it can be kept, a fault of whoever marked it */
function mark(text: string) {
  if (names.has(text) || names.size === preparedMax) return
  if (givesAllColumns.test(text)) throw new Error(`A prepared statement must name its columns: ${text}`)
  names.set(text, `marga_${names.size + 1}`)
}

/**
 * Asks a statement that comes very often: each connection parses and plans it once, which for a short one is most of
 * its time. PostgreSQL goes on planning by the values where that is cheaper. Its text must be one of a few: lists are
 * given as one array. Not where the number of rows hangs on words so much that one plan would be wrong for most.
 */
export async function prepared<R>(db: Db, query: Compilable<R> | RawBuilder<R>): Promise<R[]> {
  const compiled = 'isRawBuilder' in query ? query.compile(db) : query.compile()
  mark(compiled.sql)
  const { rows }: QueryResult<unknown> = await db.executeQuery(compiled)
  return rows as R[]
}

/** The same, of a statement that gives at most one row. */
export const preparedOne = async <R>(db: Db, query: Compilable<R> | RawBuilder<R>): Promise<R | undefined> =>
  (await prepared(db, query))[0]

/** Stands in a statement for what each call gives. */
class Place<A> {
  readonly name: keyof A
  constructor(name: keyof A) {
    this.name = name
  }
}

const places = <A>() => new Proxy({}, { get: (_, name) => new Place<A>(name as keyof A) }) as A & object

/**
 * A prepared statement that is long to build, too: built once and not with every call. `build` must put what it is
 * given into the statement as it is, without looking at it.
 */
export function keepQuery<A extends object, R>(build: (db: Db, given: A) => Compilable<R>) {
  let kept: CompiledQuery | undefined
  return async (db: Db, given: A): Promise<R[]> => {
    if (!kept) {
      kept = build(db, places<A>()).compile()
      mark(kept.sql)
    }
    const parameters = kept.parameters.map((value) =>
      value instanceof Place ? given[value.name as keyof A] : value,
    )
    const { rows }: QueryResult<unknown> = await db.executeQuery({ ...kept, parameters })
    return rows as R[]
  }
}
