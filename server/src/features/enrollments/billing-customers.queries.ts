import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'
import type { PaymentGateway } from '../../platform/payments/payments.ts'

type Provider = Pick<PaymentGateway, 'mode' | 'books'>

export const findCustomer = (db: Db, { mode, books }: Provider, accountId: string) =>
  db
    .selectFrom('payer')
    .select('customerId')
    .where('accountId', '=', accountId)
    .where('customerId', 'is not', null)
    .where('provider', '=', mode)
    // One that was written down before the books were is taken for ours until the provider does not know it.
    .where((eb) => eb.or([eb('books', '=', books), eb('books', 'is', null)]))
    .executeTakeFirst()

/** Waits for an erasure that is under way. */
export const lockLiveAccount = (tx: Tx, accountId: string) =>
  tx
    .selectFrom('account')
    .select(['email', 'firstName', 'lastName'])
    .where('id', '=', accountId)
    .where('deletedAt', 'is', null)
    .forShare()
    .executeTakeFirst()

/**
 * That a customer is asked for under an address. An installation that changes its provider begins anew.
 * @returns the address: that of an earlier attempt, of which nobody heard what became
 */
export async function noteAsked(tx: Tx, { mode, books }: Provider, accountId: string, email: string) {
  const isSame = sql`payer.provider = excluded.provider and coalesce(payer.books, excluded.books) = excluded.books`
  const { askedEmail } = await tx
    .insertInto('payer')
    .values({ accountId, provider: mode, books, askedEmail: email })
    .onConflict((conflict) =>
      conflict.column('accountId').doUpdateSet({
        provider: sql`excluded.provider`,
        books: sql`excluded.books`,
        customerId: sql`case when ${isSame} then payer.customer_id end`,
        askedEmail: sql`case when ${isSame} then coalesce(payer.asked_email, excluded.asked_email)
          else excluded.asked_email end`,
      }),
    )
    .returning('askedEmail')
    .executeTakeFirstOrThrow()
  return askedEmail!
}

/** Two tabs get the same customer. @returns undefined for whom has been erased meanwhile */
export const saveCustomer = (db: Db, { mode, books }: Provider, accountId: string, customerId: string) =>
  db
    .updateTable('payer')
    .set({ provider: mode, books, customerId, askedEmail: null })
    .where('accountId', '=', accountId)
    .returning('accountId')
    .executeTakeFirst()

export const deleteCustomer = (db: Db, accountId: string) =>
  db.deleteFrom('payer').where('accountId', '=', accountId).returningAll().executeTakeFirst()
