import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

/** The id of every n-th public mentor, beginning with the first: where each file of the sitemap begins. */
export async function findFileStarts(db: Db, entriesMax: number): Promise<string[]> {
  const { rows } = await sql<{ mentorId: string }>`
    select mentor_id from (
      select mentor_id, row_number() over (order by mentor_id) as number from mentor_search
    ) as numbered where (number - 1) % ${entriesMax} = 0 order by mentor_id`.execute(db)
  return rows.map(({ mentorId }) => mentorId)
}

export const listMentorsFrom = (db: Db, from: string, limit: number) =>
  db
    .selectFrom('mentorSearch')
    .select(['mentorId', 'changedAt'])
    .where('mentorId', '>=', from)
    .orderBy('mentorId')
    .limit(limit)
    .execute()
