import { type Insertable, type SqlBool, sql, type Updateable } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { prepared } from '../../platform/db/prepared-statements.ts'
import type { Enrollment as EnrollmentTable } from '../../platform/db/types.generated.ts'
import { isBlockBetween } from '../accounts/block-fragments.queries.ts'
import { mentorCards } from '../search/mentor-fragments.queries.ts'
import { wasNotRefused } from './refusal-fragments.queries.ts'

type Provider = EnrollmentTable['provider']
export type Pair = { menteeId: string; mentorId: string }

const live = (db: Db, pair: Pair) =>
  db
    .selectFrom('enrollment')
    .selectAll()
    .where('menteeId', '=', pair.menteeId)
    .where('mentorId', '=', pair.mentorId)
    .where('status', '!=', 'ended')

export const findLive = (db: Db, pair: Pair) => live(db, pair).executeTakeFirst()

export const lockLive = (db: Db, pair: Pair) => live(db, pair).forUpdate().executeTakeFirst()

export const lockById = (db: Db, id: string) =>
  db.selectFrom('enrollment').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

/** The lock alone. */
export const holdById = (db: Db, id: string) =>
  prepared(db, db.selectFrom('enrollment').select('id').where('id', '=', id).forUpdate())

export const lockBySubscription = (db: Db, subscriptionId: string) =>
  db
    .selectFrom('enrollment')
    .selectAll()
    .where('providerSubscriptionId', '=', subscriptionId)
    .forUpdate()
    .executeTakeFirst()

export const findBySubscription = (db: Db, subscriptionId: string) =>
  db
    .selectFrom('enrollment')
    .selectAll()
    .where('providerSubscriptionId', '=', subscriptionId)
    .executeTakeFirst()

export const findById = (db: Db, id: string) =>
  db.selectFrom('enrollment').selectAll().where('id', '=', id).executeTakeFirst()

export const findLatestOfPair = (db: Db, pair: Pair) =>
  db
    .selectFrom('enrollment')
    .selectAll()
    .where('menteeId', '=', pair.menteeId)
    .where('mentorId', '=', pair.mentorId)
    .orderBy(sql`(status = 'ended')`)
    .orderBy('startedAt', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Without what was refused as it was paid, which never was a subscription; its payment stands among the payments. */
export const findOfMentee = (db: Db, menteeId: string, limit: number) =>
  db
    .selectFrom('enrollment')
    .selectAll()
    .where('menteeId', '=', menteeId)
    .where(wasNotRefused)
    .orderBy('startedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
export type EnrollmentRow = NonNullable<Awaited<ReturnType<typeof findLive>>>

export const findCards = async (db: Db, mentorIds: readonly string[]) =>
  mentorIds.length === 0 ? [] : mentorCards(db).where('account.id', 'in', mentorIds).execute()

/** For good: the subscriptions of somebody who is suspended for some days go on. */
export const isMenteeBlocked = async (db: Db, menteeId: string): Promise<boolean> =>
  (await db
    .selectFrom('sanction')
    .select('id')
    .where('accountId', '=', menteeId)
    .where('kind', '=', 'block')
    .where('endedAt', 'is', null)
    .executeTakeFirst()) !== undefined

/** Undefined when this subscription, or another live one of the pair, is there already. */
export const insertEnrollment = (db: Db, row: Insertable<EnrollmentTable>) =>
  db
    .insertInto('enrollment')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()

export const markEnding = (db: Db, id: string) =>
  db
    .updateTable('enrollment')
    .set({ status: 'ending', pastDueSince: null })
    .where('id', '=', id)
    .where('status', '!=', 'ended')
    .returningAll()
    .executeTakeFirst()

/** Those of some providers that are to be asked for now, the longest due first. */
export const findDue = (db: Db, providers: readonly Provider[], now: Date, limit: number) =>
  db
    .selectFrom('enrollment')
    .select(['id', 'provider', 'providerSubscriptionId'])
    .where('status', '!=', 'ended')
    .where('checkAfter', '<=', now)
    .where('provider', 'in', providers)
    .orderBy('checkAfter')
    .orderBy('id')
    .limit(limit)
    .execute()

/** When the provider is to be asked next. */
export async function findNextDue(db: Db, now: Date): Promise<Date | null> {
  const { at } = await db
    .selectFrom('enrollment')
    .select((eb) => eb.fn.min('checkAfter').as('at'))
    .where('status', '!=', 'ended')
    .where('checkAfter', '>', now)
    .executeTakeFirstOrThrow()
  return at
}

/** All that are not over, and those of whose payments one is disputed: its word may have been lost. In pages by their id. */
export const findComparedPage = (db: Db, provider: Provider, afterId: string, limit: number) =>
  db
    .selectFrom('enrollment')
    .selectAll()
    .where(
      sql<boolean>`(status <> 'ended' or exists (
        select from payment where payment.enrollment_id = enrollment.id and payment.is_disputed))`,
    )
    .where('provider', '=', provider)
    .where('id', '>', afterId)
    .orderBy('id')
    .limit(limit)
    .execute()

export const findEnrolledMentees = (db: Db, mentorId: string) =>
  db
    .selectFrom('enrollment')
    .innerJoin('account', 'account.id', 'enrollment.menteeId')
    .leftJoin('conversation', (join) =>
      join
        .onRef('conversation.menteeId', '=', 'enrollment.menteeId')
        .onRef('conversation.mentorId', '=', 'enrollment.mentorId'),
    )
    .select([
      'enrollment.id as enrollmentId',
      'enrollment.status',
      'enrollment.periodStart',
      'enrollment.periodEnd',
      'enrollment.pausedFrom',
      'enrollment.pausedUntil',
      'enrollment.refundDue',
      'enrollment.startedAt',
      'conversation.id as conversationId',
      'account.id',
      'account.firstName',
      'account.lastName',
      'account.profileImageUrl',
    ])
    .where('enrollment.mentorId', '=', mentorId)
    .where('enrollment.status', '!=', 'ended')

/** Without those of whom one has blocked the other. As JSON, since a mentor's many mentees need no row each. */
export const findEnrolledMenteeIds = async (db: Db, mentorId: string): Promise<string[]> =>
  (
    await db
      .selectFrom('enrollment')
      .select(sql<string[]>`coalesce(json_agg(mentee_id), '[]')`.as('menteeIds'))
      .where('mentorId', '=', mentorId)
      .where('status', '!=', 'ended')
      .where(({ not }) => not(isBlockBetween('enrollment.menteeId', 'enrollment.mentorId')))
      .executeTakeFirstOrThrow()
  ).menteeIds

const isBefore = (id: string) =>
  sql<SqlBool>`(started_at, id) < ((select started_at from enrollment where id = ${id}), ${id}::uuid)`
export type LiveEnrollment = { id: string; menteeId: string; isBlocked: boolean }

/** Some of a mentor's live enrollments, the newest first, from that one on; and of whom one has blocked the other. */
export const findLivePart = (
  db: Db,
  mentorId: string,
  { after, limit }: { after: string | null; limit: number },
): Promise<LiveEnrollment[]> =>
  db
    .selectFrom('enrollment')
    .select(['id', 'menteeId', isBlockBetween('enrollment.menteeId', 'enrollment.mentorId').as('isBlocked')])
    .where('mentorId', '=', mentorId)
    .where('status', '!=', 'ended')
    .$if(after !== null, (query) => query.where(isBefore(after!)))
    .orderBy('startedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute() as Promise<LiveEnrollment[]>

/** The live enrollments of somebody, in the one order of locks. */
export const lockLiveOf = (db: Db, column: 'menteeId' | 'mentorId', id: string) =>
  db
    .selectFrom('enrollment')
    .selectAll()
    .where(column, '=', id)
    .where('status', '!=', 'ended')
    .orderBy('id')
    .forUpdate()
    .execute()

export const lockAllOf = (db: Db, column: 'menteeId' | 'mentorId', id: string) =>
  db.selectFrom('enrollment').selectAll().where(column, '=', id).orderBy('id').forUpdate().execute()

export type EnrollmentChange = Partial<Omit<Updateable<EnrollmentTable>, 'id'>>

export const update = (db: Db, id: string, changes: EnrollmentChange) =>
  db.updateTable('enrollment').set(changes).where('id', '=', id).returningAll().executeTakeFirstOrThrow()

/** Counts every asking of the provider before it is asked. */
export async function nextReconciliationNo(db: Db): Promise<number> {
  const { rows } = await sql<{ no: number }>`select nextval('reconciliation_no') as no`.execute(db)
  return rows[0]!.no
}

/** To end where the provider no longer knows it. */
export const lockLiveById = (db: Db, id: string) =>
  db
    .selectFrom('enrollment')
    .selectAll()
    .where('id', '=', id)
    .where('status', '!=', 'ended')
    .forUpdate()
    .executeTakeFirst()

/** Which of the provider's subscriptions are live with us. */
export const findLiveSubscriptionIds = async (db: Db, subscriptionIds: readonly string[]) =>
  new Set(
    (
      await db
        .selectFrom('enrollment')
        .select('providerSubscriptionId')
        .where('providerSubscriptionId', 'in', [...subscriptionIds])
        .where('status', '!=', 'ended')
        .execute()
    ).map((row) => row.providerSubscriptionId),
  )
