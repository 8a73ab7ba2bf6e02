import type { Db } from '../../platform/db/database.ts'

export const findSavedReplies = async (db: Db, accountId: string): Promise<string[]> =>
  (await db.selectFrom('savedReply').select('texts').where('accountId', '=', accountId).executeTakeFirst())
    ?.texts ?? []

/** In place of those that were there. */
export const putSavedReplies = (db: Db, accountId: string, texts: string[]) =>
  db
    .insertInto('savedReply')
    .values({ accountId, texts })
    .onConflict((conflict) => conflict.column('accountId').doUpdateSet({ texts }))
    .execute()
