import type Stripe from 'stripe'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import type { Log } from '../log.ts'
import { toUnix } from './paise.ts'
import type { Concerned, PaymentGateway } from './payments.ts'
import { createProviderAttempts } from './provider-attempts.ts'
import { createStripeCatalogue } from './stripe-catalogue.ts'
import { createStripeCheckouts } from './stripe-checkouts.ts'
import {
  type AskStripe,
  booksOf,
  createAskStripe,
  foundOrUndefined,
  isMissing,
  openStripe,
  type StripeKeys,
} from './stripe-client.ts'
import { createMakeIdempotently, type MakeIdempotently } from './stripe-idempotency.ts'
import { subscriptionOfInvoice } from './stripe-ids.ts'
import { invoiceOfPayment } from './stripe-invoices.ts'
import { createStripeRefunds } from './stripe-refunds.ts'
import { findStripeSubscription } from './stripe-subscription.ts'

type Deps = {
  keys: StripeKeys & { publishableKey: string | undefined }
  log: Log
  db: Database
  clock: Clock
}

const pageSize = 100

type Asking = { stripe: Stripe; ask: AskStripe }

/** Money by Stripe: Checkout and subscriptions in rupees. docs/decisions/006-payments.md says why it is done so. */
export function createStripeGateway({ keys, log, db, clock }: Deps): PaymentGateway {
  const stripe = openStripe(keys)
  const ask = createAskStripe(log)
  const of = { stripe, ask }
  const makeIdempotently = createMakeIdempotently({ ask, attempts: createProviderAttempts({ db, clock }) })
  const catalogue = createStripeCatalogue({ stripe, ask, makeIdempotently })
  const checkouts = createStripeCheckouts({
    ...{ stripe, ask, makeIdempotently, catalogue },
    cancelNow: (id) => cancelNow(of, id),
  })
  const refunds = createStripeRefunds({ stripe, ask, makeIdempotently })

  return {
    mode: 'stripe',
    books: booksOf(keys.secretKey),
    publishableKey: keys.publishableKey ?? null,
    isInProcess: false,

    createPrice: catalogue.createPrice,
    isPriceUsable: catalogue.isPriceUsable,
    createCustomer: catalogue.createCustomer,
    eraseCustomer: catalogue.eraseCustomer,
    eraseCustomersOf: catalogue.eraseCustomersOf,
    openCheckout: checkouts.openCheckout,
    openEmbedded: checkouts.openEmbedded,
    findCheckout: checkouts.findCheckout,
    expireCheckout: checkouts.expireCheckout,
    findSubscription: (id, alsoAskedOf) => findStripeSubscription(stripe, ask, id, alsoAskedOf),
    cancelAtPeriodEnd: (id) => change(of, id, { cancel_at_period_end: true }),
    resume: (id) => resume(of, id),
    // A trial without a proration is how a charge is moved: docs.stripe.com/billing/subscriptions/trials
    postpone: (id, until) => change(of, id, { trial_end: toUnix(until), proration_behavior: 'none' }),
    chargePostponed: (id) => chargePostponed(of, makeIdempotently, id),
    cancelNow: (id) => cancelNow(of, id),
    refund: refunds.refund,
    findRefund: refunds.findRefund,
    listFailedRefunds: refunds.listFailedRefunds,

    openPortal: ({ customerId, returnUrl }) =>
      catalogue.noticingGone({ customerId }, () => openPortal(of, customerId, returnUrl)),
    listLive: (startingAfter) => listLive(of, startingAfter),

    async concernedBy({ checkoutId, subscriptionId, paymentId }) {
      if (subscriptionId) return { subscriptionId }
      if (!checkoutId) return paymentId ? concernedByPayment(of, paymentId) : undefined
      const checkout = await checkouts.checkoutOfSession(checkoutId)
      return checkout?.subscriptionId ? { subscriptionId: checkout.subscriptionId } : undefined
    },
  }
}

async function cancelNow({ stripe, ask }: Asking, id: string) {
  try {
    await ask((options) => stripe.subscriptions.cancel(id, { prorate: false }, options))
  } catch (error) {
    // Cancelling again what is cancelled is a missing resource to Stripe.
    if (!isMissing(error)) throw error
  }
}

/** What Stripe does not know renews nothing. */
const change = async ({ stripe, ask }: Asking, id: string, changes: Stripe.SubscriptionUpdateParams) => {
  await foundOrUndefined(ask((options) => stripe.subscriptions.update(id, changes, options)))
}

/** Ending a trial of the same end twice is one charge; what is no trial any more has been charged. */
async function chargePostponed({ stripe, ask }: Asking, makeIdempotently: MakeIdempotently, id: string) {
  const find = () => foundOrUndefined(ask((options) => stripe.subscriptions.retrieve(id, {}, options)))
  const trial = await find()
  if (trial?.status !== 'trialing') return
  const params = { trial_end: 'now', proration_behavior: 'none' } as const
  await makeIdempotently({
    name: `charge-postponed:${id}:${trial.trial_end}`,
    params,
    find: async () => {
      const found = await find()
      return found?.status === 'trialing' ? undefined : (found ?? trial)
    },
    make: (options) => stripe.subscriptions.update(id, params, options),
  })
}

/** Stripe's portal may have written a date of its own; ours is the flag, which sets the date too. */
async function resume(of: Asking, id: string) {
  const { stripe, ask } = of
  const found = await foundOrUndefined(ask((options) => stripe.subscriptions.retrieve(id, {}, options)))
  const hasOwnDate = found && found.cancel_at !== null && !found.cancel_at_period_end
  await change(of, id, hasOwnDate ? { cancel_at: '' } : { cancel_at_period_end: false })
}

async function openPortal({ stripe, ask }: Asking, customerId: string, returnUrl: string) {
  const { url } = await ask((options) =>
    stripe.billingPortal.sessions.create({ customer: customerId, return_url: returnUrl }, options),
  )
  return url
}

async function listLive({ stripe, ask }: Asking, startingAfter: string | undefined) {
  const page = await ask((options) =>
    stripe.subscriptions.list(
      { limit: pageSize, ...(startingAfter ? { starting_after: startingAfter } : {}) },
      options,
    ),
  )
  const ours = page.data.filter(({ metadata }) => metadata.checkoutId !== undefined)
  return {
    ids: ours.map(({ id }) => id),
    next: page.has_more ? page.data.at(-1)?.id : undefined,
  }
}

async function concernedByPayment(
  { stripe, ask }: Asking,
  paymentIntent: string,
): Promise<Concerned | undefined> {
  const invoice = await invoiceOfPayment(stripe, ask, paymentIntent)
  const subscriptionId = invoice && subscriptionOfInvoice(invoice)
  return subscriptionId ? { subscriptionId, paymentId: invoice.id! } : undefined
}
