import type { Database, Tx } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import { gatewayOf, notConfigured } from '../../platform/payments/no-payments.ts'
import { GoneAtProvider, type PaymentGateway } from '../../platform/payments/payments.ts'
import { fullName } from '../accounts/accounts.presenter.ts'
import * as queries from './billing-customers.queries.ts'

type Deps = { db: Database; jobs: Jobs; payments: PaymentGateway | undefined; publicUrl: () => string }

/** Who a mentee is at the provider: one customer for all that they pay. */
export function createBillingCustomers(deps: Deps) {
  return {
    withCustomer: <T>(
      gateway: PaymentGateway,
      accountId: string,
      work: (customerId: string) => Promise<T>,
    ): Promise<T> => withCustomer(deps, gateway, accountId, work),
    openPortal: (accountId: string) => openPortal(deps, accountId),
    forget: (tx: Tx, accountId: string) => forget(deps, tx, accountId),
    eraseAtProvider: (job: { customerId: string }) => eraseAtProvider(deps, job.customerId),
  }
}
export type BillingCustomers = ReturnType<typeof createBillingCustomers>

/** Does `work` with the customer; one that the provider no longer has is made again, once. */
async function withCustomer<T>(
  deps: Deps,
  gateway: PaymentGateway,
  accountId: string,
  work: (customerId: string) => Promise<T>,
): Promise<T> {
  const known = (await queries.findCustomer(deps.db.query, gateway, accountId))?.customerId
  const customerId = known ?? (await makeCustomer(deps, gateway, accountId, undefined))
  try {
    return await work(customerId)
  } catch (error) {
    if (!(error instanceof GoneAtProvider) || error.what !== 'customer') throw error
    return work(await makeCustomer(deps, gateway, accountId, customerId))
  }
}

async function makeCustomer(
  { db }: Deps,
  gateway: PaymentGateway,
  accountId: string,
  replaces: string | undefined,
) {
  const account = await queries.findAccount(db.query, accountId)
  if (!account) throw new AppError('not_found')
  const customerId = await gateway.createCustomer({
    accountId,
    email: account.email,
    name: fullName(account),
    ...(replaces === undefined ? {} : { replaces }),
  })
  await queries.saveCustomer(db.query, gateway, accountId, customerId)
  return customerId
}

/** The provider's page for cards and invoices. @throws AppError not_configured, not_found who never paid */
async function openPortal(deps: Deps, accountId: string): Promise<string> {
  const { db, payments, publicUrl } = deps
  if (!payments) throw notConfigured()
  const returnUrl = `${publicUrl()}/mentees/subscribed-mentors`
  if (payments.isInProcess) return payments.openPortal({ customerId: '', returnUrl })
  if (!(await queries.findCustomer(db.query, payments, accountId))) throw new AppError('not_found')
  return withCustomer(deps, payments, accountId, (customerId) =>
    payments.openPortal({ customerId, returnUrl }),
  )
}

/** Whoever leaves is no longer known by name and address at the provider either, by a job. */
async function forget({ jobs }: Deps, tx: Tx, accountId: string) {
  const customer = await queries.deleteCustomer(tx, accountId)
  if (customer?.provider === 'stripe')
    await jobs.add(tx, 'payments:forget', { customerId: customer.customerId })
}

/** Safe to repeat: whom the provider no longer knows is forgotten. */
async function eraseAtProvider({ payments }: Deps, customerId: string) {
  await gatewayOf(payments, 'stripe')?.eraseCustomer(customerId)
}
