import { sql } from 'kysely'
import { defaultTimeZone } from '../../platform/date-format.ts'
import type { Db } from '../../platform/db/database.ts'
import { dayBackText } from '../search/vacation-fragments.queries.ts'

/** Days as "YYYY-MM-DD" of the mentor's zone, the last one included. */
export type VacationRow = {
  id: string
  from: string
  to: string
  endsAt: Date
  announcedAt: Date
  toldAt: Date | null
}
type NewVacation = VacationRow & { startsAt: Date }

/** Of two who set them at once the second waits. */
export const lockMentor = (db: Db, mentorId: string) =>
  db.selectFrom('account').select('id').where('id', '=', mentorId).forNoKeyUpdate().executeTakeFirstOrThrow()

export const findMentorZone = async (db: Db, mentorId: string): Promise<string> =>
  (await db.selectFrom('account').select('timeZone').where('id', '=', mentorId).executeTakeFirstOrThrow())
    .timeZone ?? defaultTimeZone

/** Those that are not over yet, whatever days they are in the zone of now. */
export const findVacationsAfter = async (db: Db, mentorId: string, now: Date): Promise<VacationRow[]> =>
  (
    await sql<VacationRow>`
      select id, first_day::text as "from", last_day::text as "to", ends_at, announced_at, told_at from vacation
      where mentor_id = ${mentorId} and ends_at > ${now} order by first_day`.execute(db)
  ).rows

/**
 * Those that are not over and end on that day or later, the first on top. Where a mentor has moved westwards it is the
 * last day of one that has ended once more: that one stays over.
 */
export const findVacationsFrom = async (
  db: Db,
  mentorId: string,
  { day, now }: { day: string; now: Date },
): Promise<VacationRow[]> =>
  (
    await sql<VacationRow>`
      select id, first_day::text as "from", last_day::text as "to", ends_at, announced_at, told_at from vacation
      where mentor_id = ${mentorId} and last_day >= ${day}::date and ends_at > ${now} order by first_day`.execute(
      db,
    )
  ).rows

export const deleteVacation = (db: Db, id: string) => db.deleteFrom('vacation').where('id', '=', id).execute()

export const insertVacation = (db: Db, mentorId: string, of: NewVacation) =>
  sql`
    insert into vacation (id, mentor_id, first_day, last_day, starts_at, ends_at, announced_at, told_at)
    values (${of.id}, ${mentorId}, ${of.from}::date, ${of.to}::date, ${of.startsAt}, ${of.endsAt},
            ${of.announcedAt}, ${of.toldAt})`.execute(db)

/** When the next vacation of which nobody was told yet was announced, of those after `announcedAfter`. */
export const findNextUntold = async (db: Db, announcedAfter: Date): Promise<Date | null> =>
  (
    await sql<{ at: Date | null }>`
      select min(announced_at) as at from vacation
      where told_at is null and announced_at > ${announcedAfter}`.execute(db)
  ).rows[0]?.at ?? null

export type ToldVacation = { mentorId: string; from: string; backOn: string }

/** Those announced by then of which nobody was told yet, the first on top. */
export const findUntold = async (db: Db, announcedBy: Date, now: Date): Promise<string[]> =>
  (
    await sql<{ id: string }>`
      select id from vacation where told_at is null and announced_at <= ${announcedBy} and ends_at > ${now}
      order by announced_at, first_day`.execute(db)
  ).rows.map(({ id }) => id)

/** Goes on over what was announced with it or before: what was announced since may still be corrected. */
const dayBack = sql.raw(
  dayBackText({
    day: 'vacation.last_day',
    ahead: 'ahead.mentor_id = vacation.mentor_id and ahead.announced_at <= vacation.announced_at',
  }),
)

/**
 * Those that follow it at once are told of with it. @returns undefined where somebody else tells of it, or it was taken
 * back
 */
export const markTold = async (db: Db, id: string, now: Date): Promise<ToldVacation | undefined> =>
  (
    await sql<ToldVacation>`
      with told as (
        update vacation set told_at = ${now} where id = ${id} and told_at is null
        returning mentor_id, first_day, announced_at, ${dayBack} as back_on
      ), told_with_it as (
        update vacation as other set told_at = ${now} from told
        where other.mentor_id = told.mentor_id and other.id <> ${id} and other.told_at is null
          and other.announced_at <= told.announced_at
          and other.first_day > told.first_day and other.last_day < told.back_on::date
      )
      select mentor_id, first_day::text as "from", back_on from told`.execute(db)
  ).rows[0]

export const deleteVacationsOf = (db: Db, mentorId: string) =>
  db.deleteFrom('vacation').where('mentorId', '=', mentorId).execute()
