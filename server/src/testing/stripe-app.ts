import { api } from '@marga/contract/api'
import type { ComposeOptions } from '../compose.ts'
import {
  asNewMentor,
  newMentee,
  newMentor,
  newModerator,
  ok,
  type TestPerson,
  testPassword,
} from './people.ts'
import { runPaymentJobs } from './queued-jobs.ts'
import { creditsUsedSql } from './session-credits.ts'
import type { Event } from './stripe-stand-in/objects.ts'
import { type StripeStandIn, startStripeStandIn } from './stripe-stand-in/stand-in.ts'
import { createTestClock, startTestApp, type TestApp } from './test-app.ts'

export type StripeApp = Awaited<ReturnType<typeof startStripeApp>>

/** The product with Stripe for its payments, Stripe being the stand-in. */
export async function startStripeApp(aroundPayments?: ComposeOptions['aroundPayments']) {
  const clock = createTestClock()
  const stripe: StripeStandIn = await startStripeStandIn({ now: clock.now })
  const test = await startTestApp({
    clock,
    // What Stripe fails at here is meant to fail.
    env: { ...stripe.env, LOG_LEVEL: 'silent' },
    ...(aroundPayments ? { aroundPayments } : {}),
  })
  const moderator = await newModerator(test)
  const mentor = await newMentor(test, moderator)
  await runPaymentJobs(test)

  const { post, deliver } = createWebhook(test, stripe)
  let seen = 0

  return {
    ...test,
    test: test as TestApp,
    stripe,
    mentor,
    post,
    deliver,
    runJobs: () => runPaymentJobs(test),

    /** Takes in every event that has not been, and does what follows from it. */
    async catchUp() {
      while (seen < stripe.events.length) await deliver(stripe.events[seen++]!)
      await runPaymentJobs(test)
    },
    signInModerator: () => signInAgain(test, moderator),
    priceOf: (of: TestPerson) => priceOf(test, of),

    async checkout(mentee: TestPerson, priceId: string, of: TestPerson = mentor) {
      await asNewMentor(test, of)
      const body = { menteeId: mentee.id, mentorId: of.id, mentorPriceId: priceId }
      return test.call(api.enrollments.createCheckout, { body }, mentee)
    },

    confirm: (mentee: TestPerson, of: TestPerson = mentor) =>
      test.call(api.enrollments.confirm, { body: { menteeId: mentee.id, mentorId: of.id } }, mentee),

    /** Opens a page and pays on it; nothing is told to the product. @returns the subscription at Stripe */
    async pay(mentee: TestPerson, of: TestPerson = mentor): Promise<string> {
      const { url } = ok(await this.checkout(mentee, await this.priceOf(of), of))
      const sessionId = url.split('/').at(-1)!
      stripe.page.settle(sessionId, 'success')
      return stripe.books.get('checkout.session', sessionId).subscription!
    },

    enrollmentOf: (mentee: { id: string }) => enrollmentOf(test, mentee),
    paymentsOf: (mentee: { id: string }) => paymentsOf(test, mentee),
    takenFrom: (subscriptionIds: string[]) => takenFrom(stripe, subscriptionIds),

    async close() {
      await test.close()
      await stripe.close()
    },
  }
}

/** A new mentee who has paid for a first month, and whose enrollment is there. */
export async function subscribe(app: StripeApp, mentor: TestPerson = app.mentor) {
  const mentee = await newMentee(app.test)
  const subscriptionId = await app.pay(mentee, mentor)
  await app.catchUp()
  const { id } = (await app.enrollmentOf(mentee))[0]!
  return { mentee, subscriptionId, id }
}

/** A mentor whose price Stripe has made. */
export async function newPricedMentor(app: StripeApp): Promise<TestPerson> {
  const mentor = await newMentor(app.test, await app.signInModerator())
  await app.runJobs()
  return mentor
}

/** What Stripe tells the product, as it would. */
function createWebhook(test: TestApp, stripe: StripeStandIn) {
  const post = (payload: string, signature: string | undefined) =>
    test.request('POST', '/api/payments/webhook', {
      body: payload,
      headers: {
        'content-type': 'application/json',
        ...(signature ? { 'stripe-signature': signature } : {}),
      },
    })
  const deliver = (event: Event) => {
    const { payload, signature } = stripe.sign(event)
    return post(payload, signature)
  }
  return { post, deliver }
}

/** With a token that has not run out, however far the clock was moved. */
async function signInAgain(test: TestApp, moderator: TestPerson): Promise<TestPerson> {
  const body = { email: moderator.email, password: testPassword }
  const login = ok(await test.call(api.accounts.loginModerator, { body }))
  return { ...moderator, token: login.moderatorAccessToken }
}

async function priceOf(test: TestApp, of: TestPerson) {
  return ok(await test.call(api.mentors.profile, { params: { mentorId: of.id } })).mentorData.stripePriceId!
}

async function enrollmentOf(test: TestApp, mentee: { id: string }) {
  const { rows } = await test.app.db.pool.query(
    `select id, status, end_reason as "endReason", period_no as "periodNo", ${creditsUsedSql} as "callsUsed" from enrollment where mentee_id = $1 order by started_at, id`,
    [mentee.id],
  )
  return rows as {
    id: string
    status: string
    endReason: string | null
    periodNo: number
    callsUsed: number
  }[]
}

async function paymentsOf(test: TestApp, mentee: { id: string }) {
  const { rows } = await test.app.db.pool.query(
    'select status, amount, refunded_amount as refunded from payment where mentee_id = $1 order by paid_at, id',
    [mentee.id],
  )
  return rows as { status: string; amount: number; refunded: number }[]
}

/** What mentees have paid at Stripe and not got back, in rupees. */
function takenFrom(stripe: StripeStandIn, subscriptionIds: string[]): number {
  const intents = stripe.books
    .all('invoice')
    .filter(({ parent }) => subscriptionIds.includes(parent.subscription_details.subscription))
    .map((invoice) => stripe.billing.intentOf(invoice))
  const charges = intents.flatMap(({ latest_charge }) =>
    latest_charge ? [stripe.books.get('charge', latest_charge)] : [],
  )
  return charges.reduce((sum, charge) => sum + charge.amount - charge.amount_refunded, 0) / 100
}
