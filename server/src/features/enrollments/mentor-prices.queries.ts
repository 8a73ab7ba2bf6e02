import type { Db } from '../../platform/db/database.ts'

export const findPriced = (db: Db, mentorId: string) =>
  db
    .selectFrom('mentorProfile')
    .innerJoin('account', 'account.id', 'mentorProfile.accountId')
    .select(['status', 'monthlyFee', 'priceId', 'priceAmount', 'priceBooks', 'firstName', 'lastName'])
    .where('accountId', '=', mentorId)
    .executeTakeFirstOrThrow()
export type PricedMentor = Awaited<ReturnType<typeof findPriced>>

/** @param price null while there is none on offer; `books`: those of the provider that made it */
export const savePrice = (
  db: Db,
  mentorId: string,
  price: { id: string; amount: number; books: string } | null,
) =>
  db
    .updateTable('mentorProfile')
    .set({
      priceId: price?.id ?? null,
      priceAmount: price?.amount ?? null,
      priceBooks: price?.books ?? null,
    })
    .where('accountId', '=', mentorId)
    // The fee may have changed again while the provider was asked: then its own job sets the price.
    .$if(price !== null, (query) => query.where('monthlyFee', '=', price!.amount))
    .execute()

/** Prices on offer, in pages by their mentor. */
export const findPricePage = (db: Db, afterId: string | undefined, limit: number) =>
  db
    .selectFrom('mentorProfile')
    .select(['accountId', 'priceId', 'priceAmount'])
    .where('status', '=', 'accepted')
    .$if(afterId !== undefined, (query) => query.where('accountId', '>', afterId!))
    .orderBy('accountId')
    .limit(limit)
    .execute()
