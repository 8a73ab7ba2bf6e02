import { sql } from 'kysely'
import { anyOf } from '../../platform/db/any-of.ts'
import type { Db } from '../../platform/db/database.ts'
import { hadTimes } from './credits-without-times.queries.ts'
import { isOver } from './free-credits.queries.ts'

/** Of whom something free is over its time; an enrollment each, the longest over first. */
export const findLapsing = (db: Db, { now, limit }: { now: Date; limit: number }) =>
  db
    .selectFrom('sessionCredit')
    .innerJoin('enrollment', 'enrollment.id', 'sessionCredit.enrollmentId')
    .select('enrollmentId')
    .where('sessionCredit.status', '=', 'free')
    .where(isOver(now))
    .groupBy('enrollmentId')
    .orderBy(({ fn }) => fn.min('lapsesAt'))
    .limit(limit)
    .execute()

/** As `usableIn` of balance.rules.ts says it. */
const usableUntil = sql<Date>`case when enrollment.status = 'ending'
  then least(session_credit.usable_until, enrollment.period_end) else session_credit.usable_until end`

/** Enrollments of which something free is to lapse before a moment and nobody was told. */
export const findToWarn = (db: Db, of: { now: Date; until: Date; limit: number }) =>
  db
    .selectFrom('sessionCredit')
    .innerJoin('enrollment', 'enrollment.id', 'sessionCredit.enrollmentId')
    .select('enrollmentId')
    .distinct()
    .where('sessionCredit.status', '=', 'free')
    .where('enrollment.status', '!=', 'ended')
    .where('warnedAt', 'is', null)
    .where(usableUntil, '<=', of.until)
    .where(usableUntil, '>', of.now)
    // What could not be used does not lapse.
    .where(hadTimes(of.now))
    .limit(of.limit)
    .execute()

export const markWarned = (db: Db, ids: readonly string[], now: Date) =>
  db
    .updateTable('sessionCredit')
    .set({ warnedAt: now })
    .where('id', '=', anyOf(ids))
    .where('warnedAt', 'is', null)
    .returningAll()
    .execute()

/** What lasts longer than the month, and was told to end with it, is told again. */
export const forgetWarnings = (db: Db, enrollmentId: string) =>
  db
    .updateTable('sessionCredit')
    .set({ warnedAt: null })
    .where('enrollmentId', '=', enrollmentId)
    .where('status', '=', 'free')
    .where('warnedAt', 'is not', null)
    .where('usableUntil', '>', ({ selectFrom }) =>
      selectFrom('enrollment').select('periodEnd').where('id', '=', enrollmentId),
    )
    .execute()

/** When something lapses next, or is to be told of so long before. */
export async function findNextDue(db: Db, now: Date, noticeHours: number): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select min(at) as at from (
      select min(lapses_at) as at from session_credit where status = 'free' and lapses_at > ${now}
      union all
      select min(${usableUntil}) - make_interval(hours => ${noticeHours}) from session_credit
      join enrollment on enrollment.id = session_credit.enrollment_id
      where session_credit.status = 'free' and warned_at is null
        and ${usableUntil} - make_interval(hours => ${noticeHours}) > ${now}
    ) as due`.execute(db)
  return rows[0]?.at ?? null
}
