import { limits } from '@marga/contract/limits'
import { type SqlBool, sql } from 'kysely'
import { after, daysMs } from '../../platform/clock.ts'
import { anyOf } from '../../platform/db/any-of.ts'
import type { Db } from '../../platform/db/database.ts'

/**
 * While a subscription is paused, and in the days of grace after it, what is of a paid month waits for the next one,
 * however long ago that month ended. For a statement that joins `enrollment`.
 */
const waitsForMonth = (now: Date) => sql<SqlBool>`(session_credit.source in ('period', 'rollover')
  and coalesce(enrollment.paused_until > ${after(now, -daysMs(limits.paymentGraceDays))}, false))`

/**
 * What is over its time for good. What is of a paid month is not before the provider has said what became of the next
 * one, which may be days later where it does not answer, or where nothing of ours was running.
 */
export const isOver = (
  now: Date,
) => sql<SqlBool>`(session_credit.lapses_at <= ${now} and not ${waitsForMonth(now)}
  and not (session_credit.source in ('period', 'rollover')
    and enrollment.status <> 'ended' and enrollment.period_end <= ${now}))`

const freeWithEnrollment = (db: Db, enrollmentIds: readonly string[]) =>
  db
    .selectFrom('sessionCredit')
    .innerJoin('enrollment', 'enrollment.id', 'sessionCredit.enrollmentId')
    .selectAll('sessionCredit')
    .where('enrollmentId', '=', anyOf(enrollmentIds))
    .where('sessionCredit.status', '=', 'free')

/** What can be used, or waits for the end of a pause. */
export const findFreeOfAll = (db: Db, enrollmentIds: readonly string[], now: Date) =>
  freeWithEnrollment(db, enrollmentIds)
    .where(({ or, eb }) => or([eb('lapsesAt', '>', now), waitsForMonth(now)]))
    .orderBy('usableUntil')
    .orderBy('sessionCredit.id')
    .execute()

/** What is over its time. */
export const findOver = (db: Db, enrollmentId: string, now: Date) =>
  freeWithEnrollment(db, [enrollmentId]).where(isOver(now)).orderBy('sessionCredit.id').execute()
