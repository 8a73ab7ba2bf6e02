import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

/**
 * Has some of the conversations counted that stand uncounted since before there were counters: setting none makes the
 * trigger count. Those that somebody writes to at this moment count by themselves. @returns how many these were
 */
export async function countSomeUncounted(db: Db, batchMax: number): Promise<number> {
  const { numAffectedRows } = await sql`
    update conversation set mentee_unread = null, mentor_unread = null where id in (
      select id from conversation where mentee_unread is null or mentor_unread is null
      order by id limit ${batchMax} for no key update skip locked)`.execute(db)
  return Number(numAffectedRows)
}
