import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { EnrollmentChange } from './enrollments.queries.ts'

export const findLiveOfMentor = (db: Db, mentorId: string) =>
  db
    .selectFrom('enrollment')
    .selectAll()
    .where('mentorId', '=', mentorId)
    .where('status', '!=', 'ended')
    .execute()

export const countRenewing = async (db: Db, menteeId: string): Promise<number> => {
  const { count } = await db
    .selectFrom('enrollment')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('menteeId', '=', menteeId)
    .where('status', 'in', ['active', 'past_due'])
    .executeTakeFirstOrThrow()
  return count
}

/** The same change of many, to each of which so many rupees more are owed. @returns them as they are now */
export const updateOwed = (db: Db, rupees: ReadonlyMap<string, number>, changes: EnrollmentChange) =>
  db
    .updateTable('enrollment')
    .from(
      sql<{
        id: string
        rupees: number
      }>`unnest(${[...rupees.keys()]}::uuid[], ${[...rupees.values()]}::int[])`.as<'owed'>(
        sql`owed (id, rupees)`,
      ),
    )
    .set({ ...changes, refundDue: sql<number>`coalesce(enrollment.refund_due, 0) + owed.rupees` })
    .whereRef('enrollment.id', '=', 'owed.id')
    .returningAll('enrollment')
    .execute()

/** Of what was to go back with the end, this much does not. */
export const owesLess = (db: Db, id: string, rupees: number) =>
  db
    .updateTable('enrollment')
    .set({ refundDue: sql<number>`greatest(0, refund_due - ${rupees}::integer)` })
    .where('id', '=', id)
    .where('refundDue', 'is not', null)
    .execute()
