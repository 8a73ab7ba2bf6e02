import type { Db } from '../../platform/db/database.ts'

/** Counts one more, of a checkout that is not paid. */
export const countDeclined = (db: Db, providerCheckoutId: string) =>
  db
    .updateTable('checkout')
    .set((eb) => ({ declined: eb('declined', '+', 1) }))
    .where('providerCheckoutId', '=', providerCheckoutId)
    .where('settledAt', 'is', null)
    .execute()

type Limits = { perForm: number; perDay: number; since: Date; atOnce: number }

/**
 * Open forms of whoever has this one: those in which so many cards were declined, and all of them where so many were
 * since then.
 */
export const findOpenTried = (db: Db, providerCheckoutId: string, { perForm, perDay, ...of }: Limits) =>
  db
    .selectFrom('checkout as form')
    .innerJoin('checkout as tried', 'tried.menteeId', 'form.menteeId')
    .select(['form.id', 'form.providerCheckoutId'])
    .where('tried.providerCheckoutId', '=', providerCheckoutId)
    .where('form.closedAt', 'is', null)
    .where('form.clientSecret', 'is not', null)
    .where((eb) =>
      eb.or([
        eb('form.declined', '>=', perForm),
        eb(
          eb
            .selectFrom('checkout as any')
            .select(({ fn }) => fn.sum<number>('any.declined').as('total'))
            .whereRef('any.menteeId', '=', 'tried.menteeId')
            .where('any.createdAt', '>', of.since),
          '>=',
          perDay,
        ),
      ]),
    )
    .orderBy('form.id')
    .limit(of.atOnce)
    .execute()

/** Of a mentee's checkouts since then: how many cards were declined, and when the first of these was opened. */
export const declinedSince = (db: Db, menteeId: string, since: Date) =>
  db
    .selectFrom('checkout')
    .select(({ fn }) => [fn.sum<string | null>('declined').as('total'), fn.min('createdAt').as('firstAt')])
    .where('menteeId', '=', menteeId)
    .where('declined', '>', 0)
    .where('createdAt', '>', since)
    .executeTakeFirstOrThrow()
