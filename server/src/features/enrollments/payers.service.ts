import type { Database } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { notConfigured } from '../../platform/payments/no-payments.ts'
import type { PaymentGateway } from '../../platform/payments/payments.ts'
import { fullName } from '../accounts/accounts.presenter.ts'

type Deps = { db: Database; payments: PaymentGateway | undefined; publicUrl: () => string }

/** Who a mentee is at the provider: one customer for all that they pay. */
export function createPayers({ db, payments, publicUrl }: Deps) {
  const find = (gateway: PaymentGateway, accountId: string) =>
    db.query
      .selectFrom('payer')
      .select('customerId')
      .where('accountId', '=', accountId)
      .where('provider', '=', gateway.mode)
      .executeTakeFirst()

  return {
    async ensure(gateway: PaymentGateway, accountId: string): Promise<string> {
      const known = await find(gateway, accountId)
      if (known) return known.customerId
      const account = await db.query
        .selectFrom('account')
        .select(['email', 'firstName', 'lastName'])
        .where('id', '=', accountId)
        .executeTakeFirstOrThrow()
      const customerId = await gateway.createCustomer({
        accountId,
        email: account.email,
        name: fullName(account),
      })
      await db.query
        .insertInto('payer')
        .values({ accountId, provider: gateway.mode, customerId })
        // Two tabs get the same customer; an installation that changes its provider begins anew.
        .onConflict((conflict) =>
          conflict.column('accountId').doUpdateSet({ provider: gateway.mode, customerId }),
        )
        .execute()
      return customerId
    },

    /** The provider's page for cards and invoices. @throws AppError not_configured, not_found who never paid */
    async openPortal(accountId: string): Promise<string> {
      if (!payments) throw notConfigured()
      const returnUrl = `${publicUrl()}/mentees/subscribed-mentors`
      const payer = await find(payments, accountId)
      if (!payer && !payments.isInProcess) throw new AppError('not_found')
      return payments.openPortal({ customerId: payer?.customerId ?? '', returnUrl })
    },
  }
}
export type Payers = ReturnType<typeof createPayers>
