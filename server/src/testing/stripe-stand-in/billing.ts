import { oneMonthAfter } from '../../platform/payments/sandbox-gateway.ts'
import type { Books } from './books.ts'
import type { Charge, Invoice, PaymentIntent, Price, Subscription } from './objects.ts'
import { Refusal } from './rejections.ts'

export type RenewalOutcome = 'paid' | 'credited' | 'failed' | 'requires_action'

const monthAfter = (seconds: number) => Math.floor(oneMonthAfter(new Date(seconds * 1000)).getTime() / 1000)

/** Subscriptions, invoices and payments, and how one moves the other: docs.stripe.com/billing/subscriptions/overview. */
export function createBilling(books: Books, url: () => string) {
  const { newId, unix } = books

  /** An invoice comes with its payment intent: docs.stripe.com/api/invoice-payment. */
  function addInvoice(
    subscription: Subscription,
    price: Price,
    of: { reason: Invoice['billing_reason']; period: { start: number; end: number } },
  ): Invoice {
    const amount = price.unit_amount!
    const id = newId('in')
    const invoice = books.add<Invoice>({
      id,
      object: 'invoice',
      amount_due: amount,
      amount_paid: 0,
      amount_remaining: amount,
      attempt_count: 0,
      attempted: false,
      billing_reason: of.reason,
      created: unix(),
      currency: price.currency,
      customer: subscription.customer,
      hosted_invoice_url: `${url()}/i/${id}`,
      livemode: books.isLive,
      // For subscriptions this is the period before, in which usage was counted; what is paid for stands in the lines.
      period_end: of.period.start,
      period_start: of.period.start,
      status: 'open',
      status_transitions: { finalized_at: unix(), paid_at: null, voided_at: null },
      lines: { object: 'list', data: [{ object: 'line_item', period: of.period }] },
      parent: {
        type: 'subscription_details',
        subscription_details: { subscription: subscription.id, metadata: subscription.metadata },
      },
    })
    const intentId = newId('pi')
    books.add<PaymentIntent>({
      id: intentId,
      object: 'payment_intent',
      amount,
      amount_received: 0,
      client_secret: `${intentId}_secret_${newId('s')}`,
      created: unix(),
      currency: price.currency,
      customer: subscription.customer,
      latest_charge: null,
      livemode: books.isLive,
      metadata: {},
      status: 'requires_payment_method',
    })
    books.add({
      id: newId('inpay'),
      object: 'invoice_payment',
      amount_paid: null,
      amount_requested: amount,
      created: unix(),
      currency: price.currency,
      invoice: id,
      is_default: true,
      livemode: books.isLive,
      payment: { type: 'payment_intent', payment_intent: intentId },
      status: 'open',
    })
    subscription.latest_invoice = id
    return invoice
  }

  const paymentOf = (invoice: Invoice) =>
    books.all('invoice_payment').find((payment) => payment.invoice === invoice.id)!
  const intentOf = (invoice: Invoice) =>
    books.get('payment_intent', paymentOf(invoice).payment.payment_intent)
  const subscriptionOf = (invoice: Invoice) =>
    books.get('subscription', invoice.parent.subscription_details.subscription)

  function pay(invoice: Invoice) {
    const [payment, intent] = [paymentOf(invoice), intentOf(invoice)]
    const charge = books.add<Charge>({
      id: newId('ch'),
      object: 'charge',
      amount: invoice.amount_due,
      amount_refunded: 0,
      created: unix(),
      currency: invoice.currency,
      disputed: false,
      livemode: books.isLive,
      metadata: {},
      paid: true,
      payment_intent: intent.id,
      refunded: false,
      status: 'succeeded',
    })
    Object.assign(intent, {
      status: 'succeeded',
      amount_received: invoice.amount_due,
      latest_charge: charge.id,
    })
    Object.assign(payment, { status: 'paid', amount_paid: invoice.amount_due })
    Object.assign(invoice, {
      status: 'paid',
      amount_paid: invoice.amount_due,
      amount_remaining: 0,
      attempted: true,
      attempt_count: invoice.attempt_count + 1,
    })
    invoice.status_transitions.paid_at = unix()
  }

  /** `default_incomplete`: nothing is active before the first payment. */
  function subscribe(of: { customer: string; price: Price; metadata: Record<string, string> }): Subscription {
    const start = unix()
    const period = { start, end: monthAfter(start) }
    const subscription = books.add<Subscription>({
      id: newId('sub'),
      object: 'subscription',
      cancel_at: null,
      cancel_at_period_end: false,
      canceled_at: null,
      collection_method: 'charge_automatically',
      created: start,
      currency: of.price.currency,
      customer: of.customer,
      ended_at: null,
      items: {
        object: 'list',
        data: [
          {
            id: newId('si'),
            object: 'subscription_item',
            current_period_start: period.start,
            current_period_end: period.end,
            price: of.price,
            quantity: 1,
          },
        ],
      },
      latest_invoice: '',
      livemode: books.isLive,
      metadata: of.metadata,
      start_date: start,
      status: 'incomplete',
    })
    addInvoice(subscription, of.price, { reason: 'subscription_create', period })
    books.tell('customer.subscription.created', subscription)
    return subscription
  }

  /** Covered by the customer's balance: nothing is charged. docs.stripe.com/billing/customer/balance */
  function credit(invoice: Invoice) {
    Object.assign(invoice, {
      status: 'paid',
      amount_due: 0,
      amount_paid: 0,
      amount_remaining: 0,
      attempted: true,
    })
    invoice.status_transitions.paid_at = unix()
    books.tell('invoice.paid', invoice)
  }

  /** A paid invoice of an unpaid subscription makes it active. */
  function payInvoice(invoiceId: string) {
    const invoice = books.get('invoice', invoiceId)
    if (invoice.status !== 'open') throw new Refusal(400, { message: 'Invoice is already paid' })
    const subscription = subscriptionOf(invoice)
    pay(invoice)
    subscription.status = 'active'
    books.tell('invoice.paid', invoice)
    books.tell('customer.subscription.updated', subscription)
  }

  function decline(invoiceId: string, outcome: 'failed' | 'requires_action') {
    const invoice = books.get('invoice', invoiceId)
    invoice.attempted = true
    invoice.attempt_count++
    intentOf(invoice).status = outcome === 'failed' ? 'requires_payment_method' : 'requires_action'
    books.tell(outcome === 'failed' ? 'invoice.payment_failed' : 'invoice.payment_action_required', invoice)
  }

  function end(subscription: Subscription) {
    const isIncomplete = subscription.status === 'incomplete'
    Object.assign(subscription, {
      status: isIncomplete ? 'incomplete_expired' : 'canceled',
      canceled_at: unix(),
      ended_at: unix(),
    })
    books.tell('customer.subscription.deleted', subscription)
  }

  return {
    subscribe,
    payInvoice,
    decline,
    intentOf,
    paymentOf,

    /** What happens at a period's end: it ends if that was asked for, else the next month is charged. */
    endPeriod(subscriptionId: string, outcome: RenewalOutcome = 'paid') {
      const subscription = books.get('subscription', subscriptionId)
      if (subscription.cancel_at_period_end) return end(subscription)
      const item = subscription.items.data[0]!
      const period = { start: item.current_period_end, end: monthAfter(item.current_period_end) }
      item.current_period_start = period.start
      item.current_period_end = period.end
      const invoice = addInvoice(subscription, item.price, { reason: 'subscription_cycle', period })
      if (outcome === 'credited') {
        books.drop(paymentOf(invoice).id)
        books.tell('customer.subscription.updated', subscription)
        return credit(invoice)
      }
      if (outcome === 'paid') {
        books.tell('customer.subscription.updated', subscription)
        return payInvoice(invoice.id)
      }
      subscription.status = 'past_due'
      decline(invoice.id, outcome)
      books.tell('customer.subscription.updated', subscription)
    },

    setRenewal(id: string, cancelAtPeriodEnd: boolean): Subscription {
      const subscription = books.get('subscription', id)
      if (subscription.status === 'canceled' || subscription.status === 'incomplete_expired')
        throw new Refusal(400, {
          message: 'A canceled subscription can only update its cancellation_details and metadata.',
        })
      subscription.cancel_at_period_end = cancelAtPeriodEnd
      subscription.cancel_at = cancelAtPeriodEnd ? subscription.items.data[0]!.current_period_end : null
      subscription.canceled_at = cancelAtPeriodEnd ? unix() : null
      books.tell('customer.subscription.updated', subscription)
      return subscription
    },

    /** As the portal may do it: a date instead of the flag. */
    cancelAt(id: string) {
      const subscription = books.get('subscription', id)
      subscription.cancel_at = subscription.items.data[0]!.current_period_end
      books.tell('customer.subscription.updated', subscription)
    },

    /** Again is 404: a cancelled subscription can no longer be found for it. */
    cancel(id: string): Subscription {
      const subscription = books.get('subscription', id)
      if (subscription.ended_at !== null)
        throw new Refusal(404, {
          code: 'resource_missing',
          param: 'id',
          message: `No such subscription: '${id}'`,
        })
      end(subscription)
      return subscription
    },

    /** No more than was charged: docs.stripe.com/api/refunds/create. */
    refund(of: { paymentIntent: string; amount: number | undefined; metadata: Record<string, string> }) {
      const intent = books.get('payment_intent', of.paymentIntent)
      if (!intent.latest_charge)
        throw new Refusal(400, {
          code: 'payment_intent_unexpected_state',
          message: 'This PaymentIntent has no successful charge.',
        })
      const charge = books.get('charge', intent.latest_charge)
      const left = charge.amount - charge.amount_refunded
      const amount = of.amount ?? left
      if (left === 0)
        throw new Refusal(400, {
          code: 'charge_already_refunded',
          message: `Charge ${charge.id} has already been refunded.`,
        })
      if (amount > left || amount < 1)
        throw new Refusal(400, {
          param: 'amount',
          message: `Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`,
        })
      charge.amount_refunded += amount
      charge.refunded = charge.amount_refunded === charge.amount
      const refund = books.add({
        id: newId('re'),
        object: 'refund' as const,
        amount,
        charge: charge.id,
        created: unix(),
        currency: charge.currency,
        metadata: of.metadata,
        payment_intent: intent.id,
        reason: null,
        status: 'succeeded',
      })
      books.tell('charge.refunded', charge)
      return refund
    },

    /** Days after it was made: the bank does not take it. docs.stripe.com/refunds#failed-refunds */
    failRefund(id: string) {
      const refund = books.get('refund', id)
      const charge = books.get('charge', refund.charge)
      Object.assign(refund, { status: 'failed', failure_reason: 'lost_or_stolen_card' })
      charge.amount_refunded -= refund.amount
      charge.refunded = false
      books.tell('refund.failed', refund)
    },

    dispute(subscriptionId: string) {
      const invoice = books.get('invoice', books.get('subscription', subscriptionId).latest_invoice)
      const intent = intentOf(invoice)
      const charge = books.get('charge', intent.latest_charge!)
      charge.disputed = true
      const dispute = books.add({
        id: newId('dp'),
        object: 'dispute' as const,
        amount: charge.amount,
        charge: charge.id,
        created: unix(),
        currency: charge.currency,
        livemode: books.isLive,
        metadata: {},
        payment_intent: intent.id,
        reason: 'fraudulent',
        status: 'needs_response' as const,
      })
      books.tell('charge.dispute.created', dispute)
    },
  }
}
export type Billing = ReturnType<typeof createBilling>
