import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

/** Counts one more, of a form that is not paid. */
export const countDeclined = (db: Db, providerCheckoutId: string, now: Date) =>
  db
    .updateTable('checkout')
    .set((eb) => ({ declined: eb('declined', '+', 1), declinedAt: now }))
    .where('providerCheckoutId', '=', providerCheckoutId)
    .where('settledAt', 'is', null)
    .execute()

/** Open forms, of which the secret may still be used. */
const openForms = (db: Db) =>
  db
    .selectFrom('checkout as form')
    .select(['form.id', 'form.providerCheckoutId'])
    .where('form.closedAt', 'is', null)
    .where('form.clientSecret', 'is not', null)

export type OpenForm = Awaited<ReturnType<ReturnType<typeof openForms>['executeTakeFirstOrThrow']>>

/** A mentee's, the newest first. */
export const findOpenForms = (db: Db, menteeId: string) =>
  openForms(db)
    .where('form.menteeId', '=', menteeId)
    .orderBy('form.createdAt', 'desc')
    .orderBy('form.id', 'desc')
    .execute()

type Limits = { perForm: number; perDay: number; since: Date }

/**
 * Open forms of whoever has this one: those in which so many cards were declined, and all of them where so many were
 * since then; this one first.
 */
export const findOpenTried = (db: Db, providerCheckoutId: string, { perForm, perDay, since }: Limits) =>
  openForms(db)
    .innerJoin('checkout as tried', 'tried.menteeId', 'form.menteeId')
    .where('tried.providerCheckoutId', '=', providerCheckoutId)
    .where((eb) =>
      eb.or([
        eb('form.declined', '>=', perForm),
        eb(
          eb
            .selectFrom('checkout as any')
            .select(({ fn }) => fn.sum<number>('any.declined').as('total'))
            .whereRef('any.menteeId', '=', 'tried.menteeId')
            .where('any.declinedAt', '>', since),
          '>=',
          perDay,
        ),
      ]),
    )
    .orderBy(sql`form.id = tried.id`, 'desc')
    .orderBy('form.id')
    .execute()

/** In how many a card was declined since then, and how often in each, the last of them first. */
export const declinedSince = (db: Db, menteeId: string, since: Date) =>
  db
    .selectFrom('checkout')
    .select(['declined', 'declinedAt'])
    .where('menteeId', '=', menteeId)
    .where('declinedAt', '>', since)
    .orderBy('declinedAt', 'desc')
    .execute()
