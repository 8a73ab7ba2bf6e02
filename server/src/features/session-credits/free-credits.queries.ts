import { limits } from '@marga/contract/limits'
import { type SqlBool, sql } from 'kysely'
import { after, daysMs } from '../../platform/clock.ts'
import { anyOf } from '../../platform/db/any-of.ts'
import type { Db } from '../../platform/db/database.ts'

/**
 * While a subscription is paused, and in the days of grace after it, what is of a paid month waits for the next one,
 * however long ago that month ended. For a statement that joins `enrollment`.
 */
export const waitsForMonth = (now: Date) => sql<SqlBool>`(session_credit.source in ('period', 'rollover')
  and coalesce(enrollment.paused_until > ${after(now, -daysMs(limits.paymentGraceDays))}, false))`

const freeWithEnrollment = (db: Db, enrollmentIds: readonly string[]) =>
  db
    .selectFrom('sessionCredit')
    .innerJoin('enrollment', 'enrollment.id', 'sessionCredit.enrollmentId')
    .selectAll('sessionCredit')
    .where('enrollmentId', '=', anyOf(enrollmentIds))
    .where('sessionCredit.status', '=', 'free')

/** What can be used, or waits to be carried over. */
export const findFreeOfAll = (db: Db, enrollmentIds: readonly string[], now: Date) =>
  freeWithEnrollment(db, enrollmentIds)
    .where(({ or, eb }) => or([eb('lapsesAt', '>', now), waitsForMonth(now)]))
    .orderBy('usableUntil')
    .orderBy('sessionCredit.id')
    .execute()

/** What is over its time. */
export const findOver = (db: Db, enrollmentId: string, now: Date) =>
  freeWithEnrollment(db, [enrollmentId])
    .where('lapsesAt', '<=', now)
    .where(({ not }) => not(waitsForMonth(now)))
    .orderBy('sessionCredit.id')
    .execute()
