import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'
import { isShown, published, wasTakenFromProfile } from './images.queries.ts'

type Move = { from: string; to: string; accountId: string; now: Date }

/** From now on it is known by another name. @returns false where it is not theirs, is going already or is shown */
export async function movePicture(tx: Tx, { from, to, accountId, now }: Move): Promise<boolean> {
  const moved = await tx
    .updateTable('picture')
    .set({ movedTo: to })
    .where('name', '=', from)
    .where('accountId', '=', accountId)
    .where('movedTo', 'is', null)
    .where('removedAt', 'is', null)
    .where(sql<boolean>`not ${isShown}`)
    .returning('name')
    .executeTakeFirst()
  if (!moved) return false
  // Earlier names lead to the last one in one step.
  await tx
    .updateTable('picture')
    .set({ movedTo: to })
    .where('accountId', '=', accountId)
    .where('movedTo', '=', from)
    .execute()
  await tx.insertInto('picture').values({ name: to, accountId, createdAt: now }).execute()
  return true
}

/** Where its files are still to be moved; undefined where they were, or where the other one is being removed. */
export const findTarget = async (db: Db, name: string): Promise<string | undefined> =>
  (
    await db
      .selectFrom('picture')
      .innerJoin('picture as kept', 'kept.name', 'picture.movedTo')
      .select('kept.name')
      .where('picture.name', '=', name)
      .where('picture.removedAt', 'is', null)
      .where('kept.removedAt', 'is', null)
      .executeTakeFirst()
  )?.name

export const markMoved = (db: Db, name: string, now: Date) =>
  db.updateTable('picture').set({ removedAt: now }).where('name', '=', name).execute()

/** `movedTo` is the name that it has now, where it has another one. */
export const findPicture = (db: Db, name: string) =>
  db.selectFrom('picture').select(['movedTo', 'removedAt']).where('name', '=', name).executeTakeFirst()

/** Whose files are still under the published name: the first so many. */
export const findUnfinished = async (db: Db, max: number): Promise<string[]> =>
  (
    await db
      .selectFrom('picture')
      .select('name')
      .where('movedTo', 'is not', null)
      .where('removedAt', 'is', null)
      .orderBy('name')
      .limit(max)
      .execute()
  ).map(({ name }) => name)

/** Taken from a profile, and still under the published name: of a release that did not set them aside. */
export const findStillPublished = (db: Db, now: Date, max: number) =>
  db
    .selectFrom('picture')
    .select(['name', 'accountId'])
    .where('movedTo', 'is', null)
    .where('removedAt', 'is', null)
    .where(sql<boolean>`not ${isShown}`)
    .where(wasTakenFromProfile(now, published))
    .orderBy('name')
    .limit(max)
    .execute()
