import type { Db } from '../../platform/db/database.ts'
import { isBlockBetween } from '../accounts/block-fragments.queries.ts'
import type { Pair } from './enrollments.queries.ts'

export const find = (db: Db, id: string) =>
  db.selectFrom('checkout').selectAll().where('id', '=', id).executeTakeFirst()
export type CheckoutRow = NonNullable<Awaited<ReturnType<typeof find>>>

export type NewCheckoutRow = Pair & {
  id: string
  priceId: string
  amount: number
  provider: 'stripe' | 'sandbox'
  books: string
  createdAt: Date
  /** Until when it keeps a place with the mentor; null: it keeps none. */
  placeUntil: Date | null
}

/**
 * The pair's open checkout, made if there is none: of many tabs one makes it, and all get the same.
 */
export async function openOne(db: Db, row: NewCheckoutRow): Promise<CheckoutRow> {
  for (;;) {
    const made = await db
      .insertInto('checkout')
      .values(row)
      .onConflict((conflict) =>
        conflict.columns(['menteeId', 'mentorId']).where('closedAt', 'is', null).doNothing(),
      )
      .returningAll()
      .executeTakeFirst()
    if (made) return made
    const open = await db
      .updateTable('checkout')
      .set((eb) => ({ placeUntil: eb.fn.coalesce(eb.val(row.placeUntil), 'placeUntil') }))
      .where('menteeId', '=', row.menteeId)
      .where('mentorId', '=', row.mentorId)
      .where('closedAt', 'is', null)
      .returningAll()
      .executeTakeFirst()
    // It may have been closed between the two: then there is room for ours.
    if (open) return open
  }
}

/** One that a restore has taken away: closed, since it has been paid. By whoever comes second nothing is changed. */
export async function remake(db: Db, row: NewCheckoutRow): Promise<CheckoutRow> {
  await db
    .insertInto('checkout')
    .values({ ...row, closedAt: row.createdAt })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
  return (await find(db, row.id))!
}

type AtProvider = { providerCheckoutId: string; url?: string; clientSecret?: string }

/** @returns false where another one was noted before, or the checkout was closed meanwhile */
export async function noteProvider(
  db: Db,
  id: string,
  { providerCheckoutId, url, clientSecret }: AtProvider,
): Promise<boolean> {
  const noted = await db
    .updateTable('checkout')
    .set({ providerCheckoutId, url: url ?? null, clientSecret: clientSecret ?? null })
    .where('id', '=', id)
    .where('closedAt', 'is', null)
    .where((eb) =>
      eb.or([eb('providerCheckoutId', 'is', null), eb('providerCheckoutId', '=', providerCheckoutId)]),
    )
    .returning('id')
    .executeTakeFirst()
  return noted !== undefined
}

export const close = (db: Db, id: string, now: Date) =>
  db
    .updateTable('checkout')
    .set({ closedAt: now })
    .where('id', '=', id)
    .where('closedAt', 'is', null)
    .execute()

/** To be said before the provider is told to close it. */
export const giveUp = (db: Db, id: string, now: Date) =>
  db.updateTable('checkout').set({ givenUpAt: now }).where('id', '=', id).execute()

export const settle = (db: Db, id: string, now: Date) =>
  db
    .updateTable('checkout')
    .set((eb) => ({ settledAt: now, closedAt: eb.fn.coalesce('closedAt', eb.val(now)) }))
    .where('id', '=', id)
    .execute()

/** By the checkout's id, or the pair's newest one: always of the caller. */
export const findOf = (db: Db, menteeId: string, by: { id?: string; mentorId?: string }) =>
  db
    .selectFrom('checkout')
    .selectAll()
    .where('menteeId', '=', menteeId)
    .$if(by.id !== undefined, (query) => query.where('id', '=', by.id!))
    .$if(by.mentorId !== undefined, (query) => query.where('mentorId', '=', by.mentorId!))
    .orderBy('createdAt', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Of mentors who take new mentees. */
const offers = (db: Db) =>
  db
    .selectFrom('mentorProfile')
    .innerJoin('account', 'account.id', 'mentorProfile.accountId')
    .where('account.isBlocked', '=', false)
    .where('account.isRestricted', '=', false)
    .where('mentorProfile.status', '=', 'accepted')

/** What may be bought: only of a listed mentor, at the present price. */
export const findOffer = (db: Db, mentorId: string) =>
  offers(db)
    .select(['mentorProfile.priceId', 'mentorProfile.priceAmount'])
    .where('account.id', '=', mentorId)
    .executeTakeFirst()

/** Of enrollments, those whose mentee could subscribe to the same mentor anew. */
export const findSubscribableAnew = async (db: Db, ids: readonly string[]): Promise<Set<string>> =>
  new Set(
    ids.length === 0
      ? []
      : (
          await offers(db)
            .innerJoin('enrollment', 'enrollment.mentorId', 'account.id')
            .select('enrollment.id')
            .where('enrollment.id', 'in', ids)
            .where(({ not }) => not(isBlockBetween('enrollment.menteeId', 'enrollment.mentorId')))
            .execute()
        ).map(({ id }) => id),
  )

/** As a checkout would ask, but for a block between the two. */
export const maySubscribe = async (db: Db, of: { menteeId: string; mentorId: string }): Promise<boolean> =>
  (await findOffer(db, of.mentorId)) !== undefined && !(await isRestricted(db, of.menteeId))

/** Restricted: goes on with the mentors they have, and subscribes to no other. */
export const isRestricted = async (db: Db, menteeId: string): Promise<boolean> =>
  (await db.selectFrom('account').select('isRestricted').where('id', '=', menteeId).executeTakeFirst())
    ?.isRestricted ?? false
