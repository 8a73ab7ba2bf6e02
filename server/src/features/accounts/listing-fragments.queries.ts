import type { Db } from '../../platform/db/database.ts'

/** Whether there is such a mentor, and the search shows them. */
export const isListed = async (db: Db, mentorId: string): Promise<boolean> =>
  (await db
    .selectFrom('mentorSearch')
    .select('mentorId')
    .where('mentorId', '=', mentorId)
    .executeTakeFirst()) !== undefined
