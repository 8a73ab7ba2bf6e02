import type { Selectable } from 'kysely'
import type { Clock, NewId } from '../clock.ts'
import type { Database, Tx } from '../db/database.ts'
import type { SandboxCheckout } from '../db/types.generated.ts'
import { AppError } from '../errors.ts'
import type {
  NewCheckout,
  NewPrice,
  PaymentGateway,
  ProviderCheckout,
  ProviderSubscription,
} from './payments.ts'
import * as queries from './sandbox-gateway.queries.ts'
import { currentPeriod, oneMonthAfter, paymentIdOf, presentSubscription } from './sandbox-subscription.ts'

export { oneMonthAfter } from './sandbox-subscription.ts'

type Deps = { db: Database; clock: Clock; newId: NewId; publicUrl: () => string }

export type SandboxOutcome = 'success' | 'decline' | 'cancel'

/** What the stand-in for the provider's page says of a checkout. */
export type SandboxCheckoutPage = {
  amount: number
  status: string
  mentorName: string
  jobTitle: string
  profileImageUrl: string | null
  /** When the first paid month would end. */
  renewsAt: Date
}

export type SandboxGateway = PaymentGateway & {
  describe(checkoutId: string): Promise<SandboxCheckoutPage | undefined>
  /** What a person did on the provider's page; repeating it changes nothing. */
  settle(
    checkoutId: string,
    outcome: SandboxOutcome,
  ): Promise<ProviderCheckout & { successUrl: string; cancelUrl: string }>
}

const pageSize = 100

/** The stand-in for the payment provider in DEMO: its own books, the same answers, no money. */
export function createSandboxGateway(deps: Deps): SandboxGateway {
  const { db, publicUrl } = deps
  return {
    mode: 'sandbox',
    books: 'sandbox',
    publishableKey: 'pk_sandbox',
    isInProcess: true,

    createPrice: (of) => createPrice(deps, of),
    isPriceUsable: async (id) => (await queries.findPrice(db.query, id)) !== undefined,
    createCustomer: async ({ accountId }) => `cus_sandbox_${accountId}`,

    async openCheckout(of) {
      const id = await open(deps, of)
      return { id, url: `${publicUrl()}/sandbox/checkout/${id}` }
    },

    /** No form of anybody's takes this secret: it is paid on the same page. */
    async openEmbedded(of) {
      const id = await open(deps, of)
      return { id, clientSecret: `pi_sandbox_${id}_secret_sandbox` }
    },

    findCheckout: (id) => findCheckout(deps, id),

    expireCheckout: (id) => expireCheckout(deps, id),

    findSubscription: (id) => findSubscription(deps, id),
    cancelAtPeriodEnd: (id) => change(deps, id, { cancelAtPeriodEnd: true }),
    resume: (id) => change(deps, id, { cancelAtPeriodEnd: false }),
    postpone: (id, until) => change(deps, id, { periodEnd: until }),
    chargePostponed: (id) => chargePostponed(deps, id),
    cancelNow: (id) => change(deps, id, { status: 'canceled' }),

    async refund({ paymentId, amountRupees, reference }) {
      await queries.insertRefund(db.query, { reference, paymentId, amount: amountRupees })
      return undefined
    },

    /** Its refunds go nowhere, so that none comes back; and it knows nobody by name. */
    findRefund: async () => undefined,
    listFailedRefunds: async () => [],
    eraseCustomer: async () => {},
    eraseCustomersOf: async () => {},

    openPortal: async ({ returnUrl }) => returnUrl,
    listLive: (startingAfter) => listLive(deps, startingAfter),

    async concernedBy({ subscriptionId, checkoutId }) {
      const id = subscriptionId ?? (checkoutId && (await findCheckout(deps, checkoutId))?.subscriptionId)
      return id ? { subscriptionId: id } : undefined
    },

    async describe(checkoutId) {
      const found = await queries.describeCheckout(db.query, checkoutId)
      return found && { ...found, renewsAt: oneMonthAfter(deps.clock.now()) }
    },
    settle: (checkoutId, outcome) => settle(deps, checkoutId, outcome),
  }
}

async function expireCheckout(deps: Deps, id: string) {
  await queries.cancelOpenCheckout(deps.db.query, id)
  return findCheckout(deps, id)
}

async function createPrice(
  { db, newId }: Deps,
  { mentorId, amountRupees }: Pick<NewPrice, 'mentorId' | 'amountRupees'>,
) {
  const id = `price_sandbox_${newId()}`
  await queries.insertPrice(db.query, { id, mentorId, amount: amountRupees })
  return id
}

async function open({ db }: Deps, { reference, priceId, successUrl, cancelUrl }: NewCheckout) {
  await queries.insertCheckout(db.query, { id: reference, reference, priceId, successUrl, cancelUrl })
  return reference
}

const presentCheckout = (row: Selectable<SandboxCheckout>): ProviderCheckout => ({
  id: row.id,
  reference: row.reference,
  priceId: row.priceId,
  status: row.status === 'paid' ? 'paid' : row.status === 'open' ? 'open' : 'closed',
  subscriptionId: row.subscriptionId,
})

async function findCheckout({ db }: Deps, id: string) {
  const row = await queries.findCheckoutRow(db.query, id)
  return row && presentCheckout(row)
}

async function findSubscription({ db, clock }: Deps, id: string): Promise<ProviderSubscription | undefined> {
  const row = await queries.findSubscriptionRow(db.query, id)
  if (!row) return undefined
  const now = clock.now()
  const period = currentPeriod(row, now)
  const paymentId = paymentIdOf(id, period.periodStart)
  const refunded = await queries.sumRefunds(db.query, paymentId)
  const earlier = await queries.sumEarlierRefunds(db.query, id, paymentId)
  return presentSubscription(row, period, now, [{ paymentId, refunded }, ...earlier])
}

/** Renewals are only reckoned; the one that is running is written down before something changes. */
async function change(
  { db, clock }: Deps,
  id: string,
  changes: { cancelAtPeriodEnd: boolean } | { status: 'canceled' } | { periodEnd: Date },
) {
  const row = await queries.findSubscriptionRow(db.query, id)
  if (!row) throw new AppError('payment_provider_unavailable')
  await queries.updateSubscription(db.query, id, { ...currentPeriod(row, clock.now()), ...changes })
}

/** A period is longer than a month where its end was postponed, and is that once. */
const chargePostponed = ({ db, clock }: Deps, id: string) =>
  db.transact(async (tx) => {
    const row = await queries.lockSubscriptionRow(tx, id)
    const now = clock.now()
    const period = row && currentPeriod(row, now)
    if (
      period &&
      period.periodEnd > now &&
      period.periodEnd > oneMonthAfter(period.periodStart, row.startedAt)
    )
      await queries.updateSubscription(tx, id, { ...period, periodEnd: now })
  })

async function listLive({ db }: Deps, startingAfter: string | undefined) {
  const rows = await queries.findActiveAfter(db.query, startingAfter ?? '', pageSize)
  return { ids: rows.map(({ id }) => id), next: rows.length === pageSize ? rows.at(-1)?.id : undefined }
}

const settle = (deps: Deps, checkoutId: string, outcome: SandboxOutcome) =>
  deps.db.transact(async (tx) => {
    const row = await queries.lockCheckoutRow(tx, checkoutId)
    if (!row) throw new AppError('not_found')
    // Only an open one can be paid: an old page in another tab must not charge a second time.
    const settled = row.status === 'open' ? await record(deps, tx, row, outcome) : row
    return { ...presentCheckout(settled), successUrl: settled.successUrl, cancelUrl: settled.cancelUrl }
  })

async function record(
  { clock, newId }: Deps,
  tx: Tx,
  row: Selectable<SandboxCheckout>,
  outcome: SandboxOutcome,
) {
  const status = outcome === 'success' ? 'paid' : outcome === 'decline' ? 'declined' : 'canceled'
  const subscriptionId = status === 'paid' ? `sub_sandbox_${newId()}` : null
  if (subscriptionId) {
    const now = clock.now()
    await queries.insertSubscription(tx, {
      id: subscriptionId,
      priceId: row.priceId,
      status: 'active',
      startedAt: now,
      periodStart: now,
      periodEnd: oneMonthAfter(now),
    })
  }
  await queries.updateCheckout(tx, row.id, { status, subscriptionId })
  return { ...row, status, subscriptionId } as Selectable<SandboxCheckout>
}
