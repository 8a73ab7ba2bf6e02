import type { Db } from '../../platform/db/database.ts'
import { insertRows } from '../../platform/db/insert-rows.ts'

export const findKnown = async (db: Db, ids: readonly string[]): Promise<Set<string>> =>
  new Set(
    (await db.selectFrom('unknownSubscription').select('id').where('id', 'in', ids).execute()).map(
      ({ id }) => id,
    ),
  )

/** @returns the ids of those that nobody was told of before */
export const insertUnknown = async (db: Db, ids: readonly string[], noticedAt: Date): Promise<string[]> =>
  (
    await insertRows(
      db,
      'unknownSubscription',
      ids.map((id) => ({ id, noticedAt })),
    )
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returning('id')
      .execute()
  ).map(({ id }) => id)
