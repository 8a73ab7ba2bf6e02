import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from './database.ts'
import type { DB } from './types.generated.ts'

/** Done in a moment, on a slow disk too. */
const partMax = 10_000

type Condition = RawBuilder<SqlBool>

/**
 * Acts on all rows that fulfil a condition, a part of them by each statement: one for all that came in a day, or while
 * nobody tidied, takes longer than a statement may, and what it had done is undone; the next night there is more.
 * @param act ends that the rows fulfil it. @returns of how many
 */
export async function inParts(
  table: keyof DB & string,
  condition: Condition,
  act: (isInPart: Condition) => Promise<bigint>,
): Promise<void> {
  // By their places: no key has to be known, and one that was written meanwhile has another.
  const isInPart = sql<SqlBool>`ctid = any(array(
    select ctid from ${sql.table(table)} where ${condition} limit ${sql.lit(partMax)}))`
  let count: bigint
  do count = await act(isInPart)
  while (count > 0n)
}

export const deleteInParts = (db: Db, table: keyof DB & string, condition: Condition): Promise<void> =>
  inParts(table, condition, async (isInPart) => {
    const { numAffectedRows = 0n } = await sql`delete from ${sql.table(table)} where ${isInPart}`.execute(db)
    return numAffectedRows
  })
