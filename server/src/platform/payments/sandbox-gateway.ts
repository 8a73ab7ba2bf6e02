import type { Selectable } from 'kysely'
import type { Clock, NewId } from '../clock.ts'
import type { Database } from '../db/database.ts'
import type { SandboxCheckout, SandboxSubscription } from '../db/types.generated.ts'
import { AppError } from '../errors.ts'
import type {
  NewCheckout,
  PaymentGateway,
  ProviderCheckout,
  ProviderPayment,
  ProviderSubscription,
} from './payments.ts'

type Deps = { db: Database; clock: Clock; newId: NewId; publicUrl: () => string }

type Changes = { cancelAtPeriodEnd: boolean } | { status: 'canceled' } | { periodEnd: Date }

export type SandboxOutcome = 'success' | 'decline' | 'cancel'

export type SandboxGateway = PaymentGateway & {
  describe(checkoutId: string): Promise<{ amount: number; status: string; mentorName: string } | undefined>
  /** What a person did on the provider's page; repeating it changes nothing. */
  settle(
    checkoutId: string,
    outcome: SandboxOutcome,
  ): Promise<ProviderCheckout & { successUrl: string; cancelUrl: string }>
}

/** The stand-in for the payment provider in DEMO: its own books, the same answers, no money. */
export function createSandboxGateway({ db, clock, newId, publicUrl }: Deps): SandboxGateway {
  const findRow = (id: string) =>
    db.query
      .selectFrom('sandboxSubscription')
      .innerJoin('sandboxPrice', 'sandboxPrice.id', 'sandboxSubscription.priceId')
      .leftJoin('sandboxCheckout', 'sandboxCheckout.subscriptionId', 'sandboxSubscription.id')
      .selectAll('sandboxSubscription')
      .select(['sandboxPrice.amount', 'sandboxCheckout.reference'])
      .where('sandboxSubscription.id', '=', id)
      .executeTakeFirst()

  async function findSubscription(id: string): Promise<ProviderSubscription | undefined> {
    const row = await findRow(id)
    if (!row) return undefined
    const now = clock.now()
    const period = currentPeriod(row, now)
    const paymentId = paymentIdOf(id, period.periodStart)
    const current = { id: paymentId, refunded: await refundedOf(paymentId) }
    const subscription = presentSubscription(row, period, now, current)
    return {
      ...subscription,
      payments: [...subscription.payments, ...(await earlierRefunded(row, paymentId))],
    }
  }

  /** Of earlier periods those of which something went back; their days stand in the payment's id. */
  async function earlierRefunded(row: { id: string; amount: number }, currentId: string) {
    const refunds = await db.query
      .selectFrom('sandboxRefund')
      .select(['paymentId', ({ fn }) => fn.sum<number>('amount').as('refunded')])
      .where('paymentId', 'like', `${row.id}:%`)
      .where('paymentId', '!=', currentId)
      .groupBy('paymentId')
      .orderBy('paymentId', 'desc')
      .execute()
    return refunds.map(({ paymentId, refunded }) => {
      const periodStart = new Date(paymentId.slice(row.id.length + 1))
      const payment = { id: paymentId, refunded: Number(refunded) }
      return presentPayment(row, { periodStart, periodEnd: oneMonthAfter(periodStart) }, payment)
    })
  }

  async function refundedOf(paymentId: string): Promise<number> {
    const { refunded } = await db.query
      .selectFrom('sandboxRefund')
      .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('amount'), eb.lit(0)).as('refunded'))
      .where('paymentId', '=', paymentId)
      .executeTakeFirstOrThrow()
    return refunded
  }

  const present = (row: Selectable<SandboxCheckout>): ProviderCheckout => ({
    id: row.id,
    reference: row.reference,
    priceId: row.priceId,
    status: row.status === 'paid' ? 'paid' : row.status === 'open' ? 'open' : 'closed',
    subscriptionId: row.subscriptionId,
  })

  async function findCheckout(id: string) {
    const row = await db.query
      .selectFrom('sandboxCheckout')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst()
    return row && present(row)
  }

  /** Renewals are only reckoned; the one that is running is written down before something changes. */
  async function change(id: string, changes: Changes) {
    const row = await findRow(id)
    if (!row) throw new AppError('payment_provider_unavailable')
    await db.query
      .updateTable('sandboxSubscription')
      .set({ ...currentPeriod(row, clock.now()), ...changes })
      .where('id', '=', id)
      .execute()
  }

  async function open({ reference, priceId, successUrl, cancelUrl }: NewCheckout) {
    await db.query
      .insertInto('sandboxCheckout')
      .values({ id: reference, reference, priceId, successUrl, cancelUrl })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    return reference
  }

  return {
    mode: 'sandbox',
    books: 'sandbox',
    publishableKey: 'pk_sandbox',
    isInProcess: true,

    async createPrice({ mentorId, amountRupees }) {
      const id = `price_sandbox_${newId()}`
      await db.query.insertInto('sandboxPrice').values({ id, mentorId, amount: amountRupees }).execute()
      return id
    },

    isPriceUsable: async (id) =>
      (await db.query.selectFrom('sandboxPrice').select('id').where('id', '=', id).executeTakeFirst()) !==
      undefined,

    createCustomer: async ({ accountId }) => `cus_sandbox_${accountId}`,

    async openCheckout(of) {
      const id = await open(of)
      return { id, url: `${publicUrl()}/sandbox/checkout/${id}` }
    },

    /** No form of anybody's takes this secret: it is paid on the same page. */
    async openEmbedded(of) {
      const id = await open(of)
      return { id, clientSecret: `pi_sandbox_${id}_secret_sandbox` }
    },

    findCheckout,

    async expireCheckout(id) {
      await db.query
        .updateTable('sandboxCheckout')
        .set({ status: 'canceled' })
        .where('id', '=', id)
        .where('status', '=', 'open')
        .execute()
      return findCheckout(id)
    },

    findSubscription,
    cancelAtPeriodEnd: (id) => change(id, { cancelAtPeriodEnd: true }),
    resume: (id) => change(id, { cancelAtPeriodEnd: false }),
    postpone: (id, until) => change(id, { periodEnd: until === 'now' ? clock.now() : until }),
    cancelNow: (id) => change(id, { status: 'canceled' }),

    async refund({ paymentId, amountRupees, reference }) {
      await db.query
        .insertInto('sandboxRefund')
        .values({ reference, paymentId, amount: amountRupees })
        .onConflict((conflict) => conflict.column('reference').doNothing())
        .execute()
    },

    /** Its refunds go nowhere, so that none comes back; and it knows nobody by name. */
    findRefund: async () => undefined,
    eraseCustomer: async () => {},

    openPortal: async ({ returnUrl }) => returnUrl,

    async listLive(startingAfter) {
      const rows = await db.query
        .selectFrom('sandboxSubscription')
        .select('id')
        .where('status', '=', 'active')
        .where('id', '>', startingAfter ?? '')
        .orderBy('id')
        .limit(100)
        .execute()
      return { ids: rows.map(({ id }) => id), next: rows.length === 100 ? rows.at(-1)?.id : undefined }
    },

    async subscriptionOf({ subscriptionId, checkoutId }) {
      if (subscriptionId || !checkoutId) return subscriptionId
      return (await findCheckout(checkoutId))?.subscriptionId ?? undefined
    },

    describe: (checkoutId) =>
      db.query
        .selectFrom('sandboxCheckout')
        .innerJoin('sandboxPrice', 'sandboxPrice.id', 'sandboxCheckout.priceId')
        .innerJoin('account', 'account.id', 'sandboxPrice.mentorId')
        .select((eb) => [
          'sandboxPrice.amount',
          'sandboxCheckout.status',
          eb.fn<string>('concat_ws', [eb.val(' '), 'account.firstName', 'account.lastName']).as('mentorName'),
        ])
        .where('sandboxCheckout.id', '=', checkoutId)
        .executeTakeFirst(),

    settle: (checkoutId, outcome) =>
      db.transact(async (tx) => {
        const row = await tx
          .selectFrom('sandboxCheckout')
          .selectAll()
          .where('id', '=', checkoutId)
          .forUpdate()
          .executeTakeFirst()
        if (!row) throw new AppError('not_found')
        // Only an open one can be paid: an old page in another tab must not charge a second time.
        const settled = row.status === 'open' ? await record(tx, row, outcome) : row
        return { ...present(settled), successUrl: settled.successUrl, cancelUrl: settled.cancelUrl }
      }),
  }

  async function record(tx: Database['query'], row: Selectable<SandboxCheckout>, outcome: SandboxOutcome) {
    const status = outcome === 'success' ? 'paid' : outcome === 'decline' ? 'declined' : 'canceled'
    const subscriptionId = status === 'paid' ? `sub_sandbox_${newId()}` : null
    if (subscriptionId) {
      const now = clock.now()
      await tx
        .insertInto('sandboxSubscription')
        .values({
          id: subscriptionId,
          priceId: row.priceId,
          status: 'active',
          startedAt: now,
          periodStart: now,
          periodEnd: oneMonthAfter(now),
        })
        .execute()
    }
    await tx.updateTable('sandboxCheckout').set({ status, subscriptionId }).where('id', '=', row.id).execute()
    return { ...row, status, subscriptionId } as Selectable<SandboxCheckout>
  }
}

/** The same day of the next month, or that month's last day, as providers bill. */
export function oneMonthAfter(start: Date): Date {
  const end = new Date(start)
  const day = end.getUTCDate()
  end.setUTCDate(1)
  end.setUTCMonth(end.getUTCMonth() + 1)
  const lastDay = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1, 0)).getUTCDate()
  end.setUTCDate(Math.min(day, lastDay))
  return end
}

type Period = { periodStart: Date; periodEnd: Date }

/** Renews itself for as long as it is not cancelled, the way the provider would have charged. */
function currentPeriod(row: Selectable<SandboxSubscription>, now: Date): Period {
  let { periodStart, periodEnd } = row
  while (!row.cancelAtPeriodEnd && row.status === 'active' && periodEnd <= now) {
    periodStart = periodEnd
    periodEnd = oneMonthAfter(periodStart)
  }
  return { periodStart, periodEnd }
}

function presentSubscription(
  row: Selectable<SandboxSubscription> & { amount: number; reference: string | null },
  period: Period,
  now: Date,
  payment: { id: string; refunded: number },
): ProviderSubscription {
  const isOver = row.status === 'canceled' || (row.cancelAtPeriodEnd && period.periodEnd <= now)
  return {
    id: row.id,
    reference: row.reference,
    priceId: row.priceId,
    status: isOver ? 'ended' : 'active',
    endsAtPeriodEnd: row.cancelAtPeriodEnd,
    startedAt: row.startedAt,
    payments: [presentPayment(row, period, payment)],
    paymentUrl: null,
  }
}

const paymentIdOf = (subscriptionId: string, periodStart: Date) =>
  `${subscriptionId}:${periodStart.toISOString()}`

const presentPayment = (
  { amount }: { amount: number },
  period: Period,
  { id, refunded }: { id: string; refunded: number },
): ProviderPayment => ({
  id,
  status: 'paid',
  amountRupees: amount,
  refundedRupees: refunded,
  isDisputed: false,
  paidAt: period.periodStart,
  ...period,
  receiptUrl: null,
})
