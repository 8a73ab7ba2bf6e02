import { minutesMs } from '../../platform/clock.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { JobPayloads } from '../../platform/jobs/job-kinds.ts'
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
    eraseAtProvider: (job: JobPayloads['payments:forget']) => eraseAtProvider(deps, job),
  }
}
export type BillingCustomers = ReturnType<typeof createBillingCustomers>

/** Longer than the provider can be at work on what it was asked for before an erasure. */
const madeWithinMs = minutesMs(10)

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

/** What it does with whom it is asked for stands in the database before and after. */
async function makeCustomer(
  { db, jobs }: Deps,
  gateway: PaymentGateway,
  accountId: string,
  replaces: string | undefined,
) {
  const asked = await db.transact(async (tx) => {
    const account = await queries.lockLiveAccount(tx, accountId)
    if (!account) throw new AppError('not_found')
    const email = await queries.noteAsked(tx, gateway, accountId, account.email)
    return { accountId, email, name: fullName(account) }
  })
  const customerId = await gateway.createCustomer({
    ...asked,
    ...(replaces === undefined ? {} : { replaces }),
  })
  if (await queries.saveCustomer(db.query, gateway, accountId, customerId)) return customerId
  if (gateway.mode === 'stripe') await jobs.add(db.query, 'payments:forget', { customerId })
  throw new AppError('not_found')
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
  if (customer?.provider !== 'stripe') return
  const { customerId, askedEmail: email } = customer
  if (customerId !== null) await jobs.add(tx, 'payments:forget', { customerId })
  if (email !== null)
    await jobs.add(tx, 'payments:forget', { asked: { accountId, email } }, { delayMs: madeWithinMs })
}

/** Safe to repeat: whom the provider no longer knows is forgotten. */
async function eraseAtProvider({ payments }: Deps, job: JobPayloads['payments:forget']) {
  const gateway = gatewayOf(payments, 'stripe')
  await ('customerId' in job ? gateway?.eraseCustomer(job.customerId) : gateway?.eraseCustomersOf(job.asked))
}
