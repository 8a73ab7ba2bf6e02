import { sql } from 'kysely'
import { defaultTimeZone } from '../../platform/date-format.ts'
import type { Db } from '../../platform/db/database.ts'

/** Days as "YYYY-MM-DD" of the mentor's zone, the last one included. */
export type VacationRow = { id: string; from: string; to: string }
type NewVacation = VacationRow & { startsAt: Date; endsAt: Date; announcedAt: Date }

/** Of two who set them at once the second waits. @returns the mentor's zone */
export const lockMentorZone = async (db: Db, mentorId: string): Promise<string> =>
  (
    await db
      .selectFrom('account')
      .select('timeZone')
      .where('id', '=', mentorId)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow()
  ).timeZone ?? defaultTimeZone

export const findMentorZone = async (db: Db, mentorId: string): Promise<string> =>
  (await db.selectFrom('account').select('timeZone').where('id', '=', mentorId).executeTakeFirstOrThrow())
    .timeZone ?? defaultTimeZone

/** Those that end on that day or later, the first on top. */
export const findVacationsFrom = async (db: Db, mentorId: string, day: string): Promise<VacationRow[]> =>
  (
    await sql<VacationRow>`
      select id, first_day::text as "from", last_day::text as "to" from vacation
      where mentor_id = ${mentorId} and last_day >= ${day}::date order by first_day`.execute(db)
  ).rows

export const deleteVacation = (db: Db, id: string) => db.deleteFrom('vacation').where('id', '=', id).execute()

export const insertVacation = (db: Db, mentorId: string, of: NewVacation) =>
  sql`insert into vacation (id, mentor_id, first_day, last_day, starts_at, ends_at, announced_at)
    values (${of.id}, ${mentorId}, ${of.from}::date, ${of.to}::date, ${of.startsAt}, ${of.endsAt}, ${of.announcedAt})`.execute(
    db,
  )

export const deleteVacationsOf = (db: Db, mentorId: string) =>
  db.deleteFrom('vacation').where('mentorId', '=', mentorId).execute()
