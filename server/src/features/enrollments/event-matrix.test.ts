import { api } from '@marga/contract/api'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { PaymentGateway } from '../../platform/payments/payments.ts'
import { type StripeApp, startStripeApp } from '../../testing/stripe-app.ts'
import type { Event, EventType } from '../../testing/stripe-stand-in/objects.ts'

/** Where the process may die: each time the provider is asked or the database is written to, before and after. */
class Crash extends Error {}
let stepsToCrash = Number.POSITIVE_INFINITY
const step = () => {
  if (stepsToCrash-- === 0) throw new Crash()
}
const between = async <T>(work: () => Promise<T>): Promise<T> => {
  step()
  const result = await work()
  step()
  return result
}

const crashing = (gateway: PaymentGateway): PaymentGateway =>
  new Proxy(gateway, {
    get(target, name: keyof PaymentGateway) {
      const value = target[name]
      if (typeof value !== 'function') return value
      return (...input: unknown[]) =>
        between(() => (value as (...all: unknown[]) => Promise<unknown>)(...input))
    },
  })

let app: StripeApp
let priceId: string
beforeAll(async () => {
  app = await startStripeApp(crashing)
  priceId = await app.priceOf(app.mentor)
  const { transact } = app.app.db
  // The services hold this very object: a crash comes just before a transaction begins or just after it ends.
  app.app.db.transact = (work) => between(() => transact(work))
})
afterAll(() => app.close())

const permutations = <T>(things: T[]): T[][] =>
  things.length <= 1
    ? [things]
    : things.flatMap((thing, at) => permutations(things.toSpliced(at, 1)).map((rest) => [thing, ...rest]))

const paying: EventType[] = [
  'checkout.session.completed',
  'invoice.paid',
  'customer.subscription.created',
  'customer.subscription.updated',
]
const everything: EventType[] = [...paying, 'customer.subscription.deleted']

/** Without a password, which would take most of the time of thousands of scenarios. */
async function insertMentee() {
  const [id, email] = [app.app.newId(), `${app.app.newId()}@example.com`]
  await app.app.db.query
    .insertInto('account')
    .values({ id, role: 'mentee', email, firstName: 'Asha', lastName: 'Rao' })
    .execute()
  return { id, email }
}

async function openCheckout({ id }: { id: string }): Promise<string> {
  const { handle } = app.app.routes.find(({ endpoint }) => endpoint === api.enrollments.createCheckout)!
  const body = { menteeId: id, mentorId: app.mentor.id, mentorPriceId: priceId }
  return ((await handle({ actor: { id, role: 'mentee' }, body } as never)) as { url: string }).url
}

/** Everything that was enqueued, again and again from the start until nothing dies. */
async function runUntilDone() {
  for (;;) {
    try {
      await app.runJobs()
      return
    } catch (error) {
      if (!(error instanceof Crash)) throw error
    }
  }
}

/** Stripe sends again whatever was not answered with 200, so a crash while it is taken in only delays it. */
async function deliver(event: Event) {
  for (;;) {
    const { status } = await app.deliver(event)
    if (status === 200) return
    expect(status).toBe(500)
  }
}

/**
 * The short form cuts every fourth order off at another step; TEST_MATRIX=full cuts every order off at every
 * step, which takes a quarter of an hour.
 */
const stride = inject('matrix') === 'full' ? 1 : 40

type Scenario = { order: EventType[]; isDoubled: boolean; crashAt: number }

/** Pays, ends at Stripe once all the events before the deletion have come, and delivers in the given order. */
async function play({ order, isDoubled, crashAt }: Scenario) {
  const from = app.stripe.events.length
  const mentee = await insertMentee()
  const url = await openCheckout(mentee)
  const sessionId = url.split('/').at(-1)!
  app.stripe.page.settle(sessionId, 'success')
  const subscriptionId = app.stripe.books.get('checkout.session', sessionId).subscription!
  stepsToCrash = crashAt
  for (const type of order) {
    if (type === 'customer.subscription.deleted') app.stripe.billing.cancel(subscriptionId)
    const event = app.stripe.events.slice(from).find((each) => each.type === type)!
    await deliver(event)
    if (isDoubled) await deliver(event)
    await runUntilDone()
  }
  // In another order of the same: all that came before is told once more at the end.
  if (isDoubled)
    for (const type of order.toReversed())
      await deliver({
        ...app.stripe.events.slice(from).find((each) => each.type === type)!,
        id: `evt_late_${type}_${subscriptionId}`,
      })
  await runUntilDone()
  const hasCrashed = stepsToCrash < 0
  stepsToCrash = Number.POSITIVE_INFINITY
  const { rows } = await app.app.db.pool.query(
    'select count(*)::int as n from conversation where mentee_id = $1',
    [mentee.id],
  )
  return {
    hasCrashed,
    enrollments: (await app.enrollmentOf(mentee)).map(({ status, periodNo }) => ({ status, periodNo })),
    payments: await app.paymentsOf(mentee),
    taken: app.takenFrom([subscriptionId]),
    conversations: rows[0].n,
  }
}

const paidOnce = {
  payments: [{ status: 'paid', amount: 6000, refunded: 0 }],
  taken: 6000,
  conversations: 1,
}
const right = (order: EventType[]) => ({
  ...paidOnce,
  enrollments: [
    { status: order.includes('customer.subscription.deleted') ? 'ended' : 'active', periodNo: 1 },
  ],
})

describe('whatever the order of Stripe’s events', () => {
  const orders = [...permutations(paying), ...permutations(everything)]
  // The short form plays every fourth order, the long one all of them.
  const played = stride === 1 ? orders : orders.filter((_, index) => index % 4 === 0)

  it('covers every order', () => {
    expect(orders).toHaveLength(24 + 120)
    expect(new Set(orders.map(String)).size).toBe(orders.length)
  })

  it('one payment, told twice and late, makes one enrollment that stands as Stripe says', async () => {
    for (const order of played) {
      const { hasCrashed, ...end } = await play({ order, isDoubled: true, crashAt: Number.POSITIVE_INFINITY })
      expect({ order, hasCrashed, ...end }).toEqual({ order, hasCrashed: false, ...expected(order) })
    }
  }, 300_000)

  it('a crash between any two steps changes nothing of it', async () => {
    let crashes = 0
    for (const [index, order] of played.entries()) {
      for (let crashAt = index % stride; ; crashAt += stride) {
        const { hasCrashed, ...end } = await play({ order, isDoubled: false, crashAt })
        expect({ order, crashAt, ...end }).toEqual({ order, crashAt, ...expected(order) })
        if (!hasCrashed) break
        crashes++
      }
    }
    expect(crashes).toBeGreaterThan((played.length * 20) / stride)
  }, 3_600_000)
})

/** When the deletion is the first that is heard of, the mentee was never let in: the rest is the same. */
function expected(order: EventType[]) {
  const end = right(order)
  return order[0] === 'customer.subscription.deleted' ? { ...end, conversations: 0 } : end
}
