import { type SqlBool, sql } from 'kysely'
import type { Db } from './platform/db/database.ts'

/** What Stripe takes of people, and what it was to be told and does not know yet. */
export async function countAtStripe(db: Db) {
  const enrollments = await db
    .selectFrom('enrollment')
    .select(({ fn }) => [
      fn.countAll<number>().filterWhere('status', '<>', 'ended').as('live'),
      fn
        .countAll<number>()
        .filterWhere(sql<SqlBool>`status = 'ended' and refund_due is not null`)
        .as('untold'),
    ])
    .where('provider', '=', 'stripe')
    .executeTakeFirstOrThrow()
  const { refunds } = await db
    .selectFrom('refund')
    .innerJoin('enrollment', 'enrollment.id', 'refund.enrollmentId')
    .select(({ fn }) => fn.countAll<number>().as('refunds'))
    .where('refund.doneAt', 'is', null)
    .where('enrollment.provider', '=', 'stripe')
    .executeTakeFirstOrThrow()
  return { ...enrollments, refunds }
}
