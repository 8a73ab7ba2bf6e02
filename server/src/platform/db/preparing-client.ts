import pg from 'pg'
import { preparedName } from './prepared-statements.ts'

/** Prepares the statements that are marked, each connection for itself. */
export class PreparingClient extends pg.Client {
  // pg's overloads are one function with what it is given in its first three places.
  override query = ((text: unknown, values: unknown, callback: unknown) => {
    const query = super.query as (...given: unknown[]) => unknown
    const name = typeof text === 'string' ? preparedName(text) : undefined
    return name === undefined
      ? query.call(this, text, values, callback)
      : query.call(this, { name, text, values }, callback)
  }) as pg.Client['query']
}
