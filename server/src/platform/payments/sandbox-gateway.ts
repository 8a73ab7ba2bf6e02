import type { Selectable } from 'kysely'
import type { Clock, NewId } from '../clock.ts'
import type { Database } from '../db/database.ts'
import type { SandboxCheckout, SandboxSubscription } from '../db/types.generated.ts'
import { AppError } from '../errors.ts'
import type { PaymentGateway, ProviderCheckout, ProviderSubscription } from './payments.ts'

type Deps = { db: Database; clock: Clock; newId: NewId; publicUrl: () => string }

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
  async function subscriptionOf(id: string | null): Promise<ProviderSubscription | undefined> {
    if (id === null) return undefined
    const row = await db.query
      .selectFrom('sandboxSubscription')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst()
    return row && presentSubscription(row, clock.now())
  }

  async function present(row: Selectable<SandboxCheckout>): Promise<ProviderCheckout> {
    const status = row.status === 'paid' ? 'paid' : row.status === 'open' ? 'open' : 'failed'
    const subscription = (await subscriptionOf(row.subscriptionId)) ?? null
    return { id: row.id, reference: row.reference, priceId: row.priceId, status, subscription }
  }

  /** Renewals are only reckoned; the one that is running is written down before it becomes the last. */
  const setRenewal = async (id: string, cancelAtPeriodEnd: boolean) => {
    const present = await subscriptionOf(id)
    if (!present) throw new AppError('payment_provider_unavailable')
    const { periodStart, periodEnd } = present
    await db.query
      .updateTable('sandboxSubscription')
      .set({ cancelAtPeriodEnd, periodStart, periodEnd })
      .where('id', '=', id)
      .execute()
    return (await subscriptionOf(id))!
  }

  return {
    mode: 'sandbox',

    async createPrice({ mentorId, amountRupees }) {
      const id = `price_sandbox_${newId()}`
      await db.query.insertInto('sandboxPrice').values({ id, mentorId, amount: amountRupees }).execute()
      return id
    },

    async openCheckout({ reference, priceId, successUrl, cancelUrl }) {
      const id = reference
      await db.query
        .insertInto('sandboxCheckout')
        .values({ id, reference, priceId, successUrl, cancelUrl })
        .execute()
      return { id, url: `${publicUrl()}/sandbox/checkout/${id}` }
    },

    async findCheckout(id) {
      const row = await db.query
        .selectFrom('sandboxCheckout')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirst()
      return row && present(row)
    },

    async expireCheckout(id) {
      await db.query
        .updateTable('sandboxCheckout')
        .set({ status: 'canceled' })
        .where('id', '=', id)
        .where('status', '=', 'open')
        .execute()
    },

    findSubscription: (id) => subscriptionOf(id),
    cancelAtPeriodEnd: (id) => setRenewal(id, true),
    resume: (id) => setRenewal(id, false),

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
        return { ...(await present(settled)), successUrl: settled.successUrl, cancelUrl: settled.cancelUrl }
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

/** Renews itself for as long as it is not cancelled, the way the provider would have charged. */
function presentSubscription(row: Selectable<SandboxSubscription>, now: Date): ProviderSubscription {
  let { periodStart, periodEnd } = row
  while (!row.cancelAtPeriodEnd && row.status === 'active' && periodEnd <= now) {
    periodStart = periodEnd
    periodEnd = oneMonthAfter(periodStart)
  }
  const isOver = row.status === 'canceled' || periodEnd <= now
  const status = isOver ? 'ended' : row.cancelAtPeriodEnd ? 'ending' : 'active'
  return { id: row.id, priceId: row.priceId, status, startedAt: row.startedAt, periodStart, periodEnd }
}
