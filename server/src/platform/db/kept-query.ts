import type { Compilable, CompiledQuery, QueryResult } from 'kysely'
import type { Db } from './database.ts'

/** Stands in a statement for what each call gives. */
class Place<A> {
  readonly name: keyof A
  constructor(name: keyof A) {
    this.name = name
  }
}

const places = <A>() => new Proxy({}, { get: (_, name) => new Place<A>(name as keyof A) }) as A & object

/**
 * A statement that is asked very often: built once and not with every call. `build` must put what it is given into the
 * statement as it is, without looking at it.
 */
export function keepQuery<A extends object, R>(build: (db: Db, given: A) => Compilable<R>) {
  let kept: CompiledQuery | undefined
  return async (db: Db, given: A): Promise<R[]> => {
    kept ??= build(db, places<A>()).compile()
    const parameters = kept.parameters.map((value) =>
      value instanceof Place ? given[value.name as keyof A] : value,
    )
    const { rows }: QueryResult<unknown> = await db.executeQuery({ ...kept, parameters })
    return rows as R[]
  }
}
