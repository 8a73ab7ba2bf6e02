import type Stripe from 'stripe'
import { after, hoursMs } from '../clock.ts'
import { toPaise } from './paise.ts'
import type { NewCheckout, ProviderCheckout } from './payments.ts'
import type { StripeCatalogue } from './stripe-catalogue.ts'
import { type AskStripe, foundOrUndefined, isRefusal } from './stripe-client.ts'
import type { MakeIdempotently } from './stripe-idempotency.ts'
import { idOf, paymentIntentOf } from './stripe-ids.ts'
import { metadataOf } from './stripe-metadata.ts'

type Deps = {
  stripe: Stripe
  ask: AskStripe
  makeIdempotently: MakeIdempotently
  catalogue: StripeCatalogue
  cancelNow: (subscriptionId: string) => Promise<void>
}

/** Stripe allows a page to live 24 hours at most. */
const checkoutHours = 23
const pageSize = 100

const isSubscription = (id: string) => id.startsWith('sub_')

/** First payments: on Stripe's page, or by a form of our own. */
export function createStripeCheckouts(deps: Deps) {
  const { catalogue } = deps
  return {
    findCheckout: (id: string) => findCheckout(deps, id),
    checkoutOfSession: (id: string) => checkoutOfSession(deps, id),

    async openCheckout(of: NewCheckout) {
      const session = await catalogue.noticingGone(of, () => makeSession(deps, of))
      return { id: session.id, url: session.url! }
    },

    async openEmbedded(of: NewCheckout) {
      const subscription = await catalogue.noticingGone(of, () => makeWaiting(deps, of))
      const invoice = subscription.latest_invoice as Stripe.Invoice
      return { id: subscription.id, clientSecret: invoice.confirmation_secret!.client_secret }
    },

    expireCheckout: (id: string) => expireCheckout(deps, id),
  }
}

const findCheckout = (deps: Deps, id: string) =>
  isSubscription(id) ? checkoutOfSubscription(deps, id) : checkoutOfSession(deps, id)

async function checkoutOfSession(deps: Deps, id: string): Promise<ProviderCheckout | undefined> {
  const { stripe, ask } = deps
  const session = await foundOrUndefined(
    ask((options) => stripe.checkout.sessions.retrieve(id, { expand: ['line_items'] }, options)),
  )
  return (
    session && {
      id: session.id,
      reference: session.client_reference_id ?? '',
      priceId: session.line_items?.data[0]?.price?.id ?? '',
      status: await statusOf(deps, session),
      subscriptionId: idOf(session.subscription),
    }
  )
}

/** A subscription made for the embedded form is its own checkout. */
async function checkoutOfSubscription(deps: Deps, id: string): Promise<ProviderCheckout | undefined> {
  const subscription = await findWithInvoice(deps, id)
  if (!subscription) return undefined
  return {
    id,
    reference: subscription.metadata.checkoutId ?? '',
    priceId: subscription.items.data[0]!.price.id,
    status: await statusOfWaiting(deps, subscription),
    subscriptionId: id,
  }
}

/** One whose payment is under way must not be closed for another. */
async function statusOfWaiting(
  deps: Deps,
  { status, latest_invoice }: Stripe.Subscription,
): Promise<ProviderCheckout['status']> {
  if (status === 'incomplete_expired') return 'closed'
  if (status !== 'incomplete') return 'paid'
  const intent = await statusOfIntent(deps, latest_invoice as Stripe.Invoice)
  return intent === 'processing' || intent === 'succeeded' ? 'deciding' : 'open'
}

async function statusOf(deps: Deps, session: Stripe.Checkout.Session): Promise<ProviderCheckout['status']> {
  if (session.status === 'open') return 'open'
  if (session.status !== 'complete') return 'closed'
  if (session.payment_status !== 'unpaid') return 'paid'
  return (await isDeciding(deps, idOf(session.subscription))) ? 'deciding' : 'closed'
}

/** Complete and yet unpaid: the bank has not decided, or has said no. */
async function isDeciding(deps: Deps, subscriptionId: string | null): Promise<boolean> {
  if (!subscriptionId) return true
  const subscription = await findWithInvoice(deps, subscriptionId)
  if (!subscription || subscription.ended_at !== null) return false
  const status = await statusOfIntent(deps, subscription.latest_invoice as Stripe.Invoice)
  return status !== 'requires_payment_method' && status !== 'canceled'
}

const findWithInvoice = ({ stripe, ask }: Deps, id: string) =>
  foundOrUndefined(
    ask((options) => stripe.subscriptions.retrieve(id, { expand: ['latest_invoice.payments'] }, options)),
  )

/** Undefined where nothing has been asked of the bank yet. */
async function statusOfIntent({ stripe, ask }: Deps, invoice: Stripe.Invoice) {
  const id = paymentIntentOf(invoice)
  return id && (await ask((options) => stripe.paymentIntents.retrieve(id, {}, options))).status
}

const makeSession = (deps: Deps, of: NewCheckout) =>
  deps.makeIdempotently({
    name: `checkout:${of.reference}`,
    params: of,
    find: () => findSession(deps, of),
    make: (options) =>
      deps.stripe.checkout.sessions.create(
        {
          mode: 'subscription',
          customer: of.customerId,
          client_reference_id: of.reference,
          line_items: [{ price: of.priceId, quantity: 1 }],
          success_url: of.successUrl,
          cancel_url: of.cancelUrl,
          expires_at: Math.floor(after(of.openedAt, hoursMs(checkoutHours)).getTime() / 1000),
          metadata: metadataOf(of),
          subscription_data: { metadata: metadataOf(of) },
        },
        options,
      ),
  })

async function findSession({ stripe, ask }: Deps, of: NewCheckout) {
  const { data } = await ask((options) =>
    stripe.checkout.sessions.list({ customer: of.customerId, limit: pageSize }, options),
  )
  return data.find((session) => session.client_reference_id === of.reference && session.status === 'open')
}

const makeWaiting = (deps: Deps, of: NewCheckout) =>
  deps.makeIdempotently({
    name: `embedded:${of.reference}`,
    params: of,
    find: () => findWaiting(deps, of),
    make: (options) =>
      deps.stripe.subscriptions.create(
        {
          customer: of.customerId,
          items: [{ price: of.priceId, quantity: 1 }],
          payment_behavior: 'default_incomplete',
          payment_settings: {
            save_default_payment_method: 'on_subscription',
            // Cards of India need a mandate: what may be taken each month without asking again.
            payment_method_options: {
              card: {
                mandate_options: {
                  amount: toPaise(of.amountRupees),
                  amount_type: 'maximum',
                  description: 'Monthly mentoring',
                },
              },
            },
          },
          metadata: metadataOf(of),
          expand: ['latest_invoice.confirmation_secret'],
        },
        options,
      ),
  })

async function findWaiting({ stripe, ask }: Deps, of: NewCheckout) {
  const expand = ['data.latest_invoice.confirmation_secret']
  const { data } = await ask((options) =>
    stripe.subscriptions.list(
      { customer: of.customerId, status: 'incomplete', limit: pageSize, expand },
      options,
    ),
  )
  return data.find(({ metadata }) => metadata.checkoutId === of.reference)
}

async function expireCheckout(deps: Deps, id: string) {
  const { stripe, ask, cancelNow } = deps
  const present = await findCheckout(deps, id)
  if (!present || present.status === 'paid' || present.status === 'deciding') return present
  // Of one that is complete and was declined, the subscription is still there to be paid.
  if (present.subscriptionId) await cancelNow(present.subscriptionId)
  else if (present.status === 'open') {
    try {
      await ask((options) => stripe.checkout.sessions.expire(id, {}, options))
    } catch (error) {
      // Completed or expired at this very moment: what it is now is asked for.
      if (!isRefusal(error)) throw error
    }
  }
  return findCheckout(deps, id)
}
