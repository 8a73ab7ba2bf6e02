import type { Db } from '../../platform/db/database.ts'

/** Counts one more, of a form that is not paid. */
export const countDeclined = (db: Db, providerCheckoutId: string, now: Date) =>
  db
    .updateTable('checkout')
    .set((eb) => ({ declined: eb('declined', '+', 1), declinedAt: now }))
    .where('providerCheckoutId', '=', providerCheckoutId)
    .where('settledAt', 'is', null)
    .execute()

/** Whose form it is, where a card was declined in it. */
export const findMenteeOfTried = async (db: Db, providerCheckoutId: string): Promise<string | undefined> =>
  (
    await db
      .selectFrom('checkout')
      .select('menteeId')
      .where('providerCheckoutId', '=', providerCheckoutId)
      .where('declined', '>', 0)
      .executeTakeFirst()
  )?.menteeId

/** A mentee's, of which the secret may still be used, the newest first. */
export const findOpenForms = (db: Db, menteeId: string) =>
  db
    .selectFrom('checkout')
    .select(['id', 'providerCheckoutId', 'declined'])
    .where('menteeId', '=', menteeId)
    .where('closedAt', 'is', null)
    .where('clientSecret', 'is not', null)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .execute()

export type OpenForm = Awaited<ReturnType<typeof findOpenForms>>[number]

/** In how many a card was declined since then, and how often in each, the last of them first. */
export const declinedSince = (db: Db, menteeId: string, since: Date) =>
  db
    .selectFrom('checkout')
    .select(['declined', 'declinedAt'])
    .where('menteeId', '=', menteeId)
    .where('declinedAt', '>', since)
    .orderBy('declinedAt', 'desc')
    .execute()
