import type { Db } from '../../platform/db/database.ts'
import type { PaymentGateway } from '../../platform/payments/payments.ts'

type Provider = Pick<PaymentGateway, 'mode' | 'books'>

export const findCustomer = (db: Db, { mode, books }: Provider, accountId: string) =>
  db
    .selectFrom('payer')
    .select('customerId')
    .where('accountId', '=', accountId)
    .where('provider', '=', mode)
    // One that was written down before the books were is taken for ours until the provider does not know it.
    .where((eb) => eb.or([eb('books', '=', books), eb('books', 'is', null)]))
    .executeTakeFirst()

export const findAccount = (db: Db, accountId: string) =>
  db
    .selectFrom('account')
    .select(['email', 'firstName', 'lastName'])
    .where('id', '=', accountId)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()

export const saveCustomer = (db: Db, { mode, books }: Provider, accountId: string, customerId: string) => {
  const row = { provider: mode, books, customerId }
  return (
    db
      .insertInto('payer')
      .values({ accountId, ...row })
      // Two tabs get the same customer; an installation that changes its provider begins anew.
      .onConflict((conflict) => conflict.column('accountId').doUpdateSet(row))
      .execute()
  )
}

export const deleteCustomer = (db: Db, accountId: string) =>
  db.deleteFrom('payer').where('accountId', '=', accountId).returningAll().executeTakeFirst()
