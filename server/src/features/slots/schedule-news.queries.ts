import type { Insertable, Selectable } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { ScheduleNews } from '../../platform/db/types.generated.ts'

export type ScheduleNewsRow = Selectable<ScheduleNews>

export const insertScheduleNews = (db: Db, row: Insertable<ScheduleNews>) =>
  db.insertInto('scheduleNews').values(row).execute()

/** What the mentor did first of what is not told yet, locked. */
export const lockOldestOf = (db: Db, mentorId: string) =>
  db
    .selectFrom('scheduleNews')
    .selectAll()
    .where('mentorId', '=', mentorId)
    .orderBy('id')
    .limit(1)
    .forUpdate()
    .executeTakeFirst()

export const setTold = (db: Db, id: number, toldEnrollmentId: string) =>
  db.updateTable('scheduleNews').set({ toldEnrollmentId }).where('id', '=', id).execute()

export const deleteTold = (db: Db, id: number) => db.deleteFrom('scheduleNews').where('id', '=', id).execute()

export const deleteNewsOf = (db: Db, mentorId: string) =>
  db.deleteFrom('scheduleNews').where('mentorId', '=', mentorId).execute()
