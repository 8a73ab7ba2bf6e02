import { sql } from 'kysely'
import type { Reads } from '../../platform/db/public-reads.ts'

/** The id of every n-th public mentor, beginning with the first: where each file of the sitemap begins. */
export async function findFileStarts(db: Reads, entriesMax: number): Promise<string[]> {
  const { rows } = await sql<{ mentorId: string }>`
    select mentor_id from (
      select mentor_id, row_number() over (order by mentor_id) as number from mentor_search
    ) as numbered where (number - 1) % ${entriesMax} = 0 order by mentor_id`.execute(db.query)
  return rows.map(({ mentorId }) => mentorId)
}

export const listMentorsFrom = (db: Reads, from: string, limit: number) =>
  db.query
    .selectFrom('mentorSearch')
    .select(['mentorId', 'changedAt'])
    .where('mentorId', '>=', from)
    .orderBy('mentorId')
    .limit(limit)
    .execute()
