import { sql } from 'kysely'
import { after, daysMs } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import { goingBackElse } from '../session-credits/refund-fragments.queries.ts'

type Pair = { menteeId: string; mentorId: string }

/** In the order in which they are locked. */
export const findEnrollmentsOfPair = async (db: Db, { menteeId, mentorId }: Pair): Promise<string[]> =>
  (
    await db
      .selectFrom('enrollment')
      .select('id')
      .where('menteeId', '=', menteeId)
      .where('mentorId', '=', mentorId)
      .orderBy('id')
      .execute()
  ).map(({ id }) => id)

export const findSettledSessionOf = (db: Db, slotId: string, { menteeId, mentorId }: Pair) =>
  db
    .selectFrom('slot')
    .select(['id', 'menteeId', 'mentorId', 'enrollmentId', 'startsAt', 'status', 'missedBy'])
    .where('id', '=', slotId)
    .where('menteeId', '=', menteeId)
    .where('mentorId', '=', mentorId)
    .where('type', '=', 'session')
    .where('status', 'in', ['completed', 'missed'])
    .$narrowType<{ menteeId: string }>()
    .executeTakeFirst()
export type SettledSession = NonNullable<Awaited<ReturnType<typeof findSettledSessionOf>>>

/** Those that were paid, newest first. */
export const findPaymentsOfPair = (db: Db, { menteeId, mentorId }: Pair) =>
  db
    .selectFrom('payment')
    .select(['id', 'enrollmentId'])
    .where('menteeId', '=', menteeId)
    .where('mentorId', '=', mentorId)
    .where('status', '!=', 'failed')
    .where('enrollmentId', 'is not', null)
    .$narrowType<{ enrollmentId: string }>()
    .orderBy('paidAt', 'desc')
    .orderBy('id')
    .limit(100)
    .execute()

/** Rupees that have neither gone back nor are about to. */
export const sumRefundable = async (db: Db, { menteeId, mentorId }: Pair): Promise<number> =>
  (
    await db
      .selectFrom('payment')
      .select(
        sql<number>`coalesce(sum(greatest(0, payment.amount - payment.refunded_amount - ${goingBackElse})), 0)::integer`.as(
          'total',
        ),
      )
      .where('menteeId', '=', menteeId)
      .where('mentorId', '=', mentorId)
      .where('status', '!=', 'failed')
      .where('isDisputed', '=', false)
      .executeTakeFirstOrThrow()
  ).total

/** What moderators gave back counts for so long with what they give next. */
const goodwillDays = 30

export const sumGoodwillOfLate = async (db: Db, { menteeId, mentorId }: Pair, now: Date): Promise<number> =>
  (
    await db
      .selectFrom('refund')
      .innerJoin('enrollment', 'enrollment.id', 'refund.enrollmentId')
      .select(sql<number>`coalesce(sum(refund.amount), 0)::integer`.as('total'))
      .where('enrollment.menteeId', '=', menteeId)
      .where('enrollment.mentorId', '=', mentorId)
      .where('refund.reason', '=', 'goodwill')
      .where('refund.createdAt', '>', after(now, -daysMs(goodwillDays)))
      .executeTakeFirstOrThrow()
  ).total
