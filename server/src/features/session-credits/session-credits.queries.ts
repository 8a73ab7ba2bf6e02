import type { CreditCase } from '@marga/contract/session-credit-cases'
import { type Insertable, type Selectable, sql } from 'kysely'
import { anyOf } from '../../platform/db/any-of.ts'
import type { Db } from '../../platform/db/database.ts'
import { insertRows } from '../../platform/db/insert-rows.ts'
import { preparedOne } from '../../platform/db/prepared-statements.ts'
import type { SessionCredit } from '../../platform/db/types.generated.ts'
import type { CreditAfter } from './credit-settlements.rules.ts'

export type CreditRow = Selectable<SessionCredit>
export type NewCredit = Insertable<SessionCredit>

/** Those that are there already, by period and number, stay as they are. */
export const insertCredits = (db: Db, rows: readonly NewCredit[]) =>
  rows.length === 0
    ? Promise.resolve([])
    : insertRows(
        db,
        'sessionCredit',
        rows.map((row) => ({ status: 'free' as const, ...row })),
      )
        .onConflict((conflict) => conflict.doNothing())
        .returningAll()
        .execute()

export const findById = (db: Db, id: string) =>
  db.selectFrom('sessionCredit').selectAll().where('id', '=', id).executeTakeFirst()

/** The credit that a session holds or has used; the caller has the lock of its enrollment. */
export const findOfSlot = (db: Db, slotId: string) =>
  db.selectFrom('sessionCredit').selectAll().where('slotId', '=', slotId).executeTakeFirst()

/** The same of many. */
export const findOfSlots = (db: Db, slotIds: readonly string[]) =>
  db.selectFrom('sessionCredit').selectAll().where('slotId', '=', anyOf(slotIds)).execute()

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

const free = (db: Db, enrollmentIds: readonly string[]) =>
  db
    .selectFrom('sessionCredit')
    .selectAll()
    .where('enrollmentId', '=', anyOf(enrollmentIds))
    .where('status', '=', 'free')

/** The free one that lapses first holds the slot from now on. Of two that come by different locks the second gets none. */
export const holdUsable = (
  db: Db,
  { enrollmentId, slotId, now }: { enrollmentId: string; slotId: string; now: Date },
) =>
  preparedOne(
    db,
    db
      .updateTable('sessionCredit')
      .set({ status: 'held', slotId, heldAt: now, because: 'booked', changedAt: now, warnedAt: null })
      .where('id', '=', (eb) =>
        eb
          .selectFrom('sessionCredit as usable')
          .select('usable.id')
          .where('usable.enrollmentId', '=', enrollmentId)
          .where('usable.status', '=', 'free')
          .where('usable.lapsesAt', '>', now)
          .orderBy('usable.usableUntil')
          .orderBy('usable.grantedAt')
          .orderBy('usable.id')
          .limit(1),
      )
      .where('status', '=', 'free')
      .returning('id'),
  )

export const findFree = (db: Db, enrollmentIds: readonly string[]) =>
  free(db, enrollmentIds).orderBy('usableUntil').orderBy('grantedAt').orderBy('id').execute()

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

/** What of paid periods is free does not lapse before a moment; the caller has the lock of the enrollment. */
export const keepFreeUntil = (db: Db, enrollmentId: string, until: Date) =>
  db
    .updateTable('sessionCredit')
    .set({ lapsesAt: until })
    .where('enrollmentId', '=', enrollmentId)
    .where('status', '=', 'free')
    .where('source', 'in', ['period', 'rollover'])
    .where('lapsesAt', '<', until)
    .execute()

/** Writes a change, of which the database writes the event. */
export const change = (db: Db, id: string, { because, changedAt, ...changes }: Change) =>
  db
    .updateTable('sessionCredit')
    .set({ ...changes, because, changedAt, warnedAt: null })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

/** The same for many at once, each with what becomes of it. */
export const changeEach = (
  db: Db,
  changes: readonly (CreditAfter & { id: string; because: CreditCase })[],
  changedAt: Date,
) =>
  sql`update session_credit set status = given.status, source = given.source, slot_id = given.slot_id,
      held_at = given.held_at, usable_until = given.usable_until, lapses_at = given.lapses_at,
      because = given.because, changed_at = ${changedAt}, warned_at = null
    from json_to_recordset(${JSON.stringify(changes.map(toColumns))}::json) as given (id uuid, status text, source text,
      slot_id uuid, held_at timestamptz, usable_until timestamptz, lapses_at timestamptz, because text)
    where session_credit.id = given.id`.execute(db)

const toColumns = ({
  id,
  status,
  source,
  because,
  ...of
}: CreditAfter & { id: string; because: CreditCase }) => ({
  id,
  status,
  source,
  because,
  slot_id: of.slotId,
  held_at: of.heldAt,
  usable_until: of.usableUntil,
  lapses_at: of.lapsesAt,
})

/** What is free of some enrollments becomes of one kind. */
export const changeFree = (db: Db, enrollmentIds: readonly string[], changes: Change) =>
  db
    .updateTable('sessionCredit')
    .set({ ...changes, warnedAt: null })
    .where('enrollmentId', '=', anyOf(enrollmentIds))
    .where('status', '=', 'free')
    .execute()

/** How many bonuses the periods of some enrollments have had. */
export const countBonuses = (db: Db, enrollmentIds: readonly string[]) =>
  db
    .selectFrom('sessionCredit')
    .select(['enrollmentId', 'periodStart'])
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('enrollmentId', '=', anyOf(enrollmentIds))
    .where('source', '=', 'bonus')
    .groupBy(['enrollmentId', 'periodStart'])
    .execute()

/** The free bonus that was given when the mentor's absence, settled so or agreed to later, freed a credit. */
export const findBonusBeside = (db: Db, creditId: string) =>
  db
    .selectFrom('sessionCredit as bonus')
    .innerJoin('sessionCredit as credit', 'credit.enrollmentId', 'bonus.enrollmentId')
    .innerJoin('sessionCreditEvent as event', 'event.creditId', 'credit.id')
    .select('bonus.id')
    .where('credit.id', '=', creditId)
    .where('event.because', 'in', ['missed_by_mentor', 'contest_agreed'])
    .whereRef('event.at', '=', 'bonus.grantedAt')
    .where('bonus.source', '=', 'bonus')
    .where('bonus.status', '=', 'free')
    .limit(1)
    .executeTakeFirst()

/** Of a mentee's own subscription, for a page. */
export const creditsOf = (db: Db, enrollmentId: string, menteeId: string) =>
  db
    .selectFrom('sessionCredit')
    .innerJoin('enrollment', 'enrollment.id', 'sessionCredit.enrollmentId')
    .selectAll('sessionCredit')
    .select(['enrollment.status as enrollmentStatus', 'enrollment.periodEnd'])
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

export const lockEnrollment = (db: Db, id: string) =>
  db
    .selectFrom('enrollment')
    .select(['id', 'status', 'periodStart', 'periodEnd', 'pausedFrom', 'pausedUntil', 'refundDue'])
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
