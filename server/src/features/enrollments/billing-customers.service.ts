import type { Database, Tx } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import { notConfigured } from '../../platform/payments/no-payments.ts'
import { GoneAtProvider, type PaymentGateway } from '../../platform/payments/payments.ts'
import { fullName } from '../accounts/accounts.presenter.ts'

type Deps = { db: Database; jobs: Jobs; payments: PaymentGateway | undefined; publicUrl: () => string }

/** Who a mentee is at the provider: one customer for all that they pay. */
export function createBillingCustomers({ db, jobs, payments, publicUrl }: Deps) {
  const find = (gateway: PaymentGateway, accountId: string) =>
    db.query
      .selectFrom('payer')
      .select('customerId')
      .where('accountId', '=', accountId)
      .where('provider', '=', gateway.mode)
      // One that was written down before the books were is taken for ours until the provider does not know it.
      .where((eb) => eb.or([eb('books', '=', gateway.books), eb('books', 'is', null)]))
      .executeTakeFirst()

  async function make(gateway: PaymentGateway, accountId: string, replaces: string | undefined) {
    const account = await db.query
      .selectFrom('account')
      .select(['email', 'firstName', 'lastName'])
      .where('id', '=', accountId)
      .where('deletedAt', 'is', null)
      .executeTakeFirst()
    if (!account) throw new AppError('not_found')
    const customerId = await gateway.createCustomer({
      accountId,
      email: account.email,
      name: fullName(account),
      ...(replaces === undefined ? {} : { replaces }),
    })
    const row = { provider: gateway.mode, books: gateway.books, customerId }
    await db.query
      .insertInto('payer')
      .values({ accountId, ...row })
      // Two tabs get the same customer; an installation that changes its provider begins anew.
      .onConflict((conflict) => conflict.column('accountId').doUpdateSet(row))
      .execute()
    return customerId
  }

  return {
    /** Does `work` with the customer; one that the provider no longer has is made again, once. */
    async withCustomer<T>(
      gateway: PaymentGateway,
      accountId: string,
      work: (customerId: string) => Promise<T>,
    ): Promise<T> {
      const known = (await find(gateway, accountId))?.customerId
      const customerId = known ?? (await make(gateway, accountId, undefined))
      try {
        return await work(customerId)
      } catch (error) {
        if (!(error instanceof GoneAtProvider) || error.what !== 'customer') throw error
        return work(await make(gateway, accountId, customerId))
      }
    },

    /** The provider's page for cards and invoices. @throws AppError not_configured, not_found who never paid */
    async openPortal(accountId: string): Promise<string> {
      if (!payments) throw notConfigured()
      const gateway = payments
      const returnUrl = `${publicUrl()}/mentees/subscribed-mentors`
      if (gateway.isInProcess) return gateway.openPortal({ customerId: '', returnUrl })
      if (!(await find(gateway, accountId))) throw new AppError('not_found')
      return this.withCustomer(gateway, accountId, (customerId) =>
        gateway.openPortal({ customerId, returnUrl }),
      )
    },

    /** Whoever leaves is no longer known by name and address at the provider either, by a job. */
    async forget(tx: Tx, accountId: string) {
      const payer = await tx
        .deleteFrom('payer')
        .where('accountId', '=', accountId)
        .returningAll()
        .executeTakeFirst()
      if (payer?.provider === 'stripe')
        await jobs.add(tx, 'payments:forget', { customerId: payer.customerId })
    },

    /** Safe to repeat: whom the provider no longer knows is forgotten. */
    async eraseAtProvider({ customerId }: { customerId: string }) {
      if (payments?.mode === 'stripe') await payments.eraseCustomer(customerId)
    },
  }
}
export type BillingCustomers = ReturnType<typeof createBillingCustomers>
