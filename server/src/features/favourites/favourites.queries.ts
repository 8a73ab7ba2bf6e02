import { limits } from '@marga/contract/limits'
import { sql } from 'kysely'
import { advisoryLock } from '../../platform/db/advisory-lock.ts'
import type { Db, Tx } from '../../platform/db/database.ts'

/** Ids of those who are listed now, the last one added first. */
export async function findFavourites(db: Db, menteeId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('favourite')
    .innerJoin('mentorSearch', 'mentorSearch.mentorId', 'favourite.mentorId')
    .select('favourite.mentorId')
    .where('favourite.menteeId', '=', menteeId)
    .orderBy('favourite.addedAt', 'desc')
    .orderBy('favourite.mentorId')
    .execute()
  return rows.map(({ mentorId }) => mentorId)
}

type Added = { menteeId: string; mentorIds: readonly string[]; now: Date }

/** @returns how many of the mentors are listed; one that was added before keeps its place */
export async function addFavourites(tx: Tx, { menteeId, mentorIds, now }: Added): Promise<number> {
  // Of two lists at once each would count those of its own alone, and together they would be too many.
  await advisoryLock(tx, `favourites:${menteeId}`)
  // The first of a list is the one that was added last, and stands first here, too.
  const { rows } = await sql<{ count: number }>`
    with listed as (
      select given.mentor_id, given.place
      from unnest(${mentorIds}::uuid[]) with ordinality as given (mentor_id, place)
      join mentor_search on mentor_search.mentor_id = given.mentor_id
    ), added as (
      insert into favourite (mentee_id, mentor_id, added_at)
      select ${menteeId}, mentor_id, ${now}::timestamptz - min(place) * interval '1 millisecond'
      from listed group by mentor_id
      on conflict do nothing
    )
    select count(*)::integer as count from listed`.execute(tx)
  await deleteOldest(tx, menteeId)
  return rows[0]!.count
}

const deleteOldest = (tx: Tx, menteeId: string) =>
  tx
    .deleteFrom('favourite')
    .where('menteeId', '=', menteeId)
    .where('mentorId', 'in', (inner) =>
      inner
        .selectFrom('favourite')
        .select('mentorId')
        .where('menteeId', '=', menteeId)
        .orderBy('addedAt', 'desc')
        .orderBy('mentorId')
        .offset(limits.favouritesMax),
    )
    .execute()

export const removeFavourite = (db: Db, menteeId: string, mentorId: string) =>
  db.deleteFrom('favourite').where('menteeId', '=', menteeId).where('mentorId', '=', mentorId).execute()

export const deleteFavouritesOf = (tx: Tx, column: 'menteeId' | 'mentorId', id: string) =>
  tx.deleteFrom('favourite').where(column, '=', id).execute()
