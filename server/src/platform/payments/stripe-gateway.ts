import { createHash } from 'node:crypto'
import type Stripe from 'stripe'
import { after, hoursMs } from '../clock.ts'
import type { Log } from '../log.ts'
import { toPaise } from './paise.ts'
import type { NewCheckout, PaymentGateway, ProviderCheckout } from './payments.ts'
import { createAskStripe, foundOrUndefined, isMissing, openStripe, type StripeKeys } from './stripe-client.ts'
import { findStripeSubscription, paymentIntentOf } from './stripe-subscription.ts'

type Deps = { keys: StripeKeys & { publishableKey: string | undefined }; log: Log }

/** Stripe allows a page to live 24 hours at most. */
const checkoutHours = 23
const pageSize = 100

/** Money by Stripe: Checkout and subscriptions in rupees. docs/decisions/006-payments.md says why it is done so. */
export function createStripeGateway({ keys, log }: Deps): PaymentGateway {
  const stripe = openStripe(keys)
  const ask = createAskStripe(log)

  const metadataOf = (reference: string) => ({ checkoutId: reference })

  async function ensureProduct(mentorId: string, name: string): Promise<string> {
    const id = `mentor_${mentorId}`
    const found = await foundOrUndefined(ask((options) => stripe.products.retrieve(id, {}, options)))
    const made = found ?? (await ask((options) => stripe.products.create({ id, name }, options)))
    return made.id
  }

  async function checkoutOfSession(id: string): Promise<ProviderCheckout | undefined> {
    const session = await foundOrUndefined(
      ask((options) => stripe.checkout.sessions.retrieve(id, { expand: ['line_items'] }, options)),
    )
    if (!session) return undefined
    const isPaid = session.status === 'complete' && session.payment_status !== 'unpaid'
    const isOpen = session.status === 'open' || (session.status === 'complete' && !isPaid)
    return {
      id: session.id,
      reference: session.client_reference_id ?? '',
      priceId: session.line_items?.data[0]?.price?.id ?? '',
      status: isPaid ? 'paid' : isOpen ? 'open' : 'closed',
      subscriptionId: idOf(session.subscription),
    }
  }

  /** A subscription made for the embedded form is its own checkout. */
  async function checkoutOfSubscription(id: string): Promise<ProviderCheckout | undefined> {
    const subscription = await foundOrUndefined(
      ask((options) => stripe.subscriptions.retrieve(id, {}, options)),
    )
    if (!subscription) return undefined
    const { status } = subscription
    return {
      id,
      reference: subscription.metadata.checkoutId ?? '',
      priceId: subscription.items.data[0]!.price.id,
      status: status === 'incomplete' ? 'open' : status === 'incomplete_expired' ? 'closed' : 'paid',
      subscriptionId: id,
    }
  }

  const isSubscription = (id: string) => id.startsWith('sub_')
  const findCheckout = (id: string) =>
    isSubscription(id) ? checkoutOfSubscription(id) : checkoutOfSession(id)

  async function cancelNow(id: string) {
    try {
      await ask((options) => stripe.subscriptions.cancel(id, { prorate: false }, options))
    } catch (error) {
      // Cancelling again what is cancelled is a missing resource to Stripe.
      if (!isMissing(error)) throw error
    }
  }

  const setRenewal = (id: string, cancelAtPeriodEnd: boolean) =>
    ask((options) =>
      stripe.subscriptions.update(id, { cancel_at_period_end: cancelAtPeriodEnd }, options),
    ).then(() => undefined)

  /** Stripe's portal may have written a date of its own; ours is the flag, which sets the date too. */
  async function resume(id: string) {
    const { cancel_at, cancel_at_period_end } = await ask((options) =>
      stripe.subscriptions.retrieve(id, {}, options),
    )
    if (cancel_at === null || cancel_at_period_end) await setRenewal(id, false)
    else await ask((options) => stripe.subscriptions.update(id, { cancel_at: '' }, options))
  }

  return {
    mode: 'stripe',
    publishableKey: keys.publishableKey ?? null,
    isInProcess: false,

    async createPrice({ mentorId, amountRupees, productName }) {
      const lookupKey = `mentor-${mentorId}-${amountRupees}`
      const { data } = await ask((options) =>
        stripe.prices.list({ lookup_keys: [lookupKey], active: true, limit: 1 }, options),
      )
      if (data[0]) return data[0].id
      const product = await ensureProduct(mentorId, productName)
      const price = await ask((options) =>
        stripe.prices.create(
          {
            product,
            currency: 'inr',
            unit_amount: toPaise(amountRupees),
            recurring: { interval: 'month' },
            lookup_key: lookupKey,
            // An operator may have archived the price that has it.
            transfer_lookup_key: true,
          },
          { ...options, idempotencyKey: `price:${lookupKey}` },
        ),
      )
      return price.id
    },

    async createCustomer({ accountId, email, name }) {
      const customer = await ask((options) =>
        stripe.customers.create(
          { email, name, metadata: { accountId } },
          // The address may have changed between two tries, and Stripe refuses one key for two bodies.
          { ...options, idempotencyKey: `customer:${accountId}:${digest(email, name)}` },
        ),
      )
      return customer.id
    },

    async openCheckout(of) {
      const session = await ask((options) =>
        stripe.checkout.sessions.create(
          {
            mode: 'subscription',
            customer: of.customerId,
            client_reference_id: of.reference,
            line_items: [{ price: of.priceId, quantity: 1 }],
            success_url: of.successUrl,
            cancel_url: of.cancelUrl,
            expires_at: Math.floor(after(of.openedAt, hoursMs(checkoutHours)).getTime() / 1000),
            metadata: metadataOf(of.reference),
            subscription_data: { metadata: metadataOf(of.reference) },
          },
          { ...options, idempotencyKey: `checkout:${of.reference}` },
        ),
      )
      return { id: session.id, url: session.url! }
    },

    async openEmbedded(of: NewCheckout) {
      const subscription = await ask((options) =>
        stripe.subscriptions.create(
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
            metadata: metadataOf(of.reference),
            expand: ['latest_invoice.confirmation_secret'],
          },
          { ...options, idempotencyKey: `embedded:${of.reference}` },
        ),
      )
      const invoice = subscription.latest_invoice as Stripe.Invoice
      return { id: subscription.id, clientSecret: invoice.confirmation_secret!.client_secret }
    },

    findCheckout,

    async expireCheckout(id) {
      const present = await findCheckout(id)
      if (present?.status !== 'open') return
      if (isSubscription(id)) await cancelNow(id)
      else await ask((options) => stripe.checkout.sessions.expire(id, {}, options))
    },

    findSubscription: (id) => findStripeSubscription(stripe, ask, id),
    cancelAtPeriodEnd: (id) => setRenewal(id, true),
    resume,
    cancelNow,

    async refund({ paymentId, amountRupees, reference }) {
      const invoice = await ask((options) =>
        stripe.invoices.retrieve(paymentId, { expand: ['payments'] }, options),
      )
      const paymentIntent = paymentIntentOf(invoice)!
      // Stripe forgets idempotency keys after a day, a job may be tried for longer.
      const { data: earlier } = await ask((options) =>
        stripe.refunds.list({ payment_intent: paymentIntent, limit: pageSize }, options),
      )
      if (earlier.some((refund) => refund.metadata?.reference === reference && refund.status !== 'failed'))
        return
      await ask((options) =>
        stripe.refunds.create(
          { payment_intent: paymentIntent, amount: toPaise(amountRupees), metadata: { reference } },
          { ...options, idempotencyKey: `refund:${reference}` },
        ),
      )
    },

    async openPortal({ customerId, returnUrl }) {
      const session = await ask((options) =>
        stripe.billingPortal.sessions.create({ customer: customerId, return_url: returnUrl }, options),
      )
      return session.url
    },

    async listLive(startingAfter) {
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
    },

    async subscriptionOf({ checkoutId, subscriptionId, paymentId }) {
      if (subscriptionId) return subscriptionId
      if (checkoutId) return (await checkoutOfSession(checkoutId))?.subscriptionId ?? undefined
      if (!paymentId) return undefined
      const { data } = await ask((options) =>
        stripe.invoicePayments.list(
          {
            payment: { type: 'payment_intent', payment_intent: paymentId },
            limit: 1,
            expand: ['data.invoice'],
          },
          options,
        ),
      )
      return data[0] ? subscriptionOfInvoice(data[0].invoice as Stripe.Invoice) : undefined
    },
  }
}

/** Idempotency keys travel in a header, which takes no letters of other scripts. */
const digest = (...texts: string[]) =>
  createHash('sha256').update(texts.join('\0')).digest('hex').slice(0, 16)

const idOf = (object: string | { id: string } | null): string | null =>
  typeof object === 'string' ? object : (object?.id ?? null)

export const subscriptionOfInvoice = (invoice: Stripe.Invoice): string | undefined =>
  idOf(invoice.parent?.subscription_details?.subscription ?? null) ?? undefined
