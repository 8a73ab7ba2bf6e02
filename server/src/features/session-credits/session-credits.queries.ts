import type { CreditCase } from '@marga/contract/session-credit-cases'
import { type Insertable, type Selectable, sql } from 'kysely'
import { anyOf } from '../../platform/db/any-of.ts'
import type { Db } from '../../platform/db/database.ts'
import type { SessionCredit } from '../../platform/db/types.generated.ts'
import { hadTimes } from './credits-without-times.queries.ts'

export type CreditRow = Selectable<SessionCredit>
export type NewCredit = Insertable<SessionCredit>

/** Those that are there already, by period and number, stay as they are. */
export const insertCredits = (db: Db, rows: readonly NewCredit[]) =>
  rows.length === 0
    ? Promise.resolve([])
    : db
        .insertInto('sessionCredit')
        .values([...rows])
        .onConflict((conflict) => conflict.doNothing())
        .returningAll()
        .execute()

export const findById = (db: Db, id: string) =>
  db.selectFrom('sessionCredit').selectAll().where('id', '=', id).executeTakeFirst()

/** The credit that a session holds or has used; the caller has the lock of its enrollment. */
export const findOfSlot = (db: Db, slotId: string) =>
  db.selectFrom('sessionCredit').selectAll().where('slotId', '=', slotId).executeTakeFirst()

/** The credit of a session that is over, by what was written down last: it may have been freed since. */
export const findLastOfSlot = (db: Db, { enrollmentId, slotId }: { enrollmentId: string; slotId: string }) =>
  db
    .selectFrom('sessionCredit')
    .innerJoin('sessionCreditEvent as event', 'event.creditId', 'sessionCredit.id')
    .selectAll('sessionCredit')
    .where('sessionCredit.enrollmentId', '=', enrollmentId)
    .where('event.slotId', '=', slotId)
    .orderBy('event.id', 'desc')
    .limit(1)
    .executeTakeFirst()

const free = (db: Db, enrollmentId: string) =>
  db
    .selectFrom('sessionCredit')
    .selectAll()
    .where('enrollmentId', '=', enrollmentId)
    .where('status', '=', 'free')

/** The free one that lapses first. */
export const findUsable = (db: Db, enrollmentId: string, now: Date) =>
  free(db, enrollmentId)
    .where('lapsesAt', '>', now)
    .orderBy('usableUntil')
    .orderBy('grantedAt')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()

export const findFree = (db: Db, enrollmentId: string) =>
  free(db, enrollmentId).orderBy('usableUntil').orderBy('grantedAt').orderBy('id').execute()

export const findFreeOfAll = (db: Db, enrollmentIds: readonly string[], now: Date) =>
  db
    .selectFrom('sessionCredit')
    .selectAll()
    .where('enrollmentId', '=', anyOf(enrollmentIds))
    .where('status', '=', 'free')
    .where('lapsesAt', '>', now)
    .orderBy('usableUntil')
    .orderBy('id')
    .execute()

/** What is free, or held by a session that has not begun. */
export const findUnusedOfAll = (db: Db, enrollmentIds: readonly string[], now: Date) =>
  db
    .selectFrom('sessionCredit')
    .leftJoin('slot', 'slot.id', 'sessionCredit.slotId')
    .selectAll('sessionCredit')
    .where('sessionCredit.enrollmentId', '=', anyOf(enrollmentIds))
    .where(({ or, and, eb }) =>
      or([
        eb('sessionCredit.status', '=', 'free'),
        and([eb('sessionCredit.status', '=', 'held'), eb('slot.startsAt', '>', now)]),
      ]),
    )
    .execute()

export const findOfPayment = (db: Db, paymentId: string) =>
  db
    .selectFrom('sessionCredit')
    .selectAll()
    .where('paymentId', '=', paymentId)
    .where('status', 'in', ['free', 'held'])
    .orderBy('id')
    .execute()

export type Change = Partial<
  Pick<CreditRow, 'status' | 'source' | 'slotId' | 'heldAt' | 'usableUntil' | 'lapsesAt' | 'periodStart'>
> & { changedAt: Date; because: CreditCase }

/** Writes a change, of which the database writes the event. */
export const change = (db: Db, id: string, { because, changedAt, ...changes }: Change) =>
  db
    .updateTable('sessionCredit')
    .set({ ...changes, because, changedAt, warnedAt: null })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

export const countBonuses = async (db: Db, enrollmentId: string, periodStart: Date): Promise<number> => {
  const { count } = await db
    .selectFrom('sessionCredit')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('enrollmentId', '=', enrollmentId)
    .where('periodStart', '=', periodStart)
    .where('source', '=', 'bonus')
    .executeTakeFirstOrThrow()
  return count
}

/** The free bonus that was given when the mentor's absence freed a credit. */
export const findBonusBeside = (db: Db, creditId: string) =>
  db
    .selectFrom('sessionCredit as bonus')
    .innerJoin('sessionCredit as credit', 'credit.enrollmentId', 'bonus.enrollmentId')
    .innerJoin('sessionCreditEvent as event', 'event.creditId', 'credit.id')
    .select('bonus.id')
    .where('credit.id', '=', creditId)
    .where('event.because', '=', 'missed_by_mentor')
    .whereRef('event.at', '=', 'bonus.grantedAt')
    .where('bonus.source', '=', 'bonus')
    .where('bonus.status', '=', 'free')
    .limit(1)
    .executeTakeFirst()

/** Of whom something free is over its time; an enrollment each. */
export const findLapsing = (db: Db, now: Date, limit: number) =>
  db
    .selectFrom('sessionCredit')
    .select('enrollmentId')
    .distinct()
    .where('status', '=', 'free')
    .where('lapsesAt', '<=', now)
    .limit(limit)
    .execute()

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
    .where('usableUntil', '<=', of.until)
    .where('usableUntil', '>', of.now)
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

/** When something lapses next, or is to be told of so long before. */
export async function findNextDue(db: Db, now: Date, noticeHours: number): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select min(at) as at from (
      select min(lapses_at) as at from session_credit where status = 'free' and lapses_at > ${now}
      union all
      select min(usable_until) - make_interval(hours => ${noticeHours}) from session_credit
      where status = 'free' and warned_at is null and usable_until - make_interval(hours => ${noticeHours}) > ${now}
    ) as due`.execute(db)
  return rows[0]?.at ?? null
}

/** Of a mentee's own subscription, for a page. */
export const creditsOf = (db: Db, enrollmentId: string, menteeId: string) =>
  db
    .selectFrom('sessionCredit')
    .innerJoin('enrollment', 'enrollment.id', 'sessionCredit.enrollmentId')
    .selectAll('sessionCredit')
    .where('enrollment.id', '=', enrollmentId)
    .where('enrollment.menteeId', '=', menteeId)

export const isEnrollmentOf = async (db: Db, enrollmentId: string, menteeId: string): Promise<boolean> =>
  (await db
    .selectFrom('enrollment')
    .select('id')
    .where('id', '=', enrollmentId)
    .where('menteeId', '=', menteeId)
    .executeTakeFirst()) !== undefined

export const findEvents = (db: Db, creditIds: readonly string[]) =>
  db
    .selectFrom('sessionCreditEvent')
    .select(['creditId', 'at', 'what', 'because'])
    .where('creditId', '=', anyOf(creditIds))
    .orderBy('id')
    .execute()

export type EnrollmentOfCredit = {
  id: string
  status: 'active' | 'past_due' | 'ending' | 'ended'
  periodStart: Date
  periodEnd: Date
  pausedFrom: Date | null
  pausedUntil: Date | null
}

export const lockEnrollment = (db: Db, id: string) =>
  db
    .selectFrom('enrollment')
    .select(['id', 'status', 'periodStart', 'periodEnd', 'pausedFrom', 'pausedUntil'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

/** What nothing was paid for has no payment. */
export const findPayments = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('payment')
    .select(['id', 'amount', 'refundedAmount'])
    .where('id', '=', anyOf(ids))
    .orderBy('id')
    .execute()

export const findPair = (db: Db, enrollmentId: string) =>
  db
    .selectFrom('enrollment')
    .select(['menteeId', 'mentorId'])
    .where('id', '=', enrollmentId)
    .executeTakeFirst()
