import type Stripe from 'stripe'

/**
 * What the stand-in keeps and answers: of each of Stripe's objects the fields that the product relies on,
 * with the SDK's own types, so that a new version of the SDK that changes one of them does not compile.
 */
export type Customer = Pick<
  Stripe.Customer,
  'id' | 'object' | 'created' | 'email' | 'livemode' | 'metadata' | 'name'
>
export type DeletedCustomer = { id: string; object: 'customer'; deleted: true }
export type Product = Pick<Stripe.Product, 'id' | 'object' | 'active' | 'created' | 'livemode' | 'name'>
export type Price = Pick<
  Stripe.Price,
  'id' | 'object' | 'active' | 'created' | 'currency' | 'livemode' | 'lookup_key' | 'type' | 'unit_amount'
> & { product: string; recurring: { interval: 'month' } }
export type Session = Pick<
  Stripe.Checkout.Session,
  | 'id'
  | 'object'
  | 'amount_total'
  | 'cancel_url'
  | 'client_reference_id'
  | 'created'
  | 'currency'
  | 'expires_at'
  | 'livemode'
  | 'metadata'
  | 'mode'
  | 'payment_status'
  | 'status'
  | 'success_url'
  | 'url'
> & { customer: string; subscription: string | null; invoice: string | null }
export type Subscription = Pick<
  Stripe.Subscription,
  | 'id'
  | 'object'
  | 'cancel_at'
  | 'cancel_at_period_end'
  | 'canceled_at'
  | 'collection_method'
  | 'created'
  | 'currency'
  | 'ended_at'
  | 'livemode'
  | 'metadata'
  | 'start_date'
  | 'status'
> & { customer: string; latest_invoice: string; items: { object: 'list'; data: SubscriptionItem[] } }
export type SubscriptionItem = Pick<
  Stripe.SubscriptionItem,
  'id' | 'object' | 'current_period_end' | 'current_period_start' | 'quantity'
> & { price: Price }
export type Invoice = Pick<
  Stripe.Invoice,
  | 'id'
  | 'object'
  | 'amount_due'
  | 'amount_paid'
  | 'amount_remaining'
  | 'attempt_count'
  | 'attempted'
  | 'billing_reason'
  | 'created'
  | 'currency'
  | 'hosted_invoice_url'
  | 'livemode'
  | 'period_end'
  | 'period_start'
  | 'status'
> & {
  customer: string
  status_transitions: Pick<Stripe.Invoice.StatusTransitions, 'paid_at' | 'finalized_at' | 'voided_at'>
  lines: { object: 'list'; data: { object: 'line_item'; period: { start: number; end: number } }[] }
  parent: {
    type: 'subscription_details'
    subscription_details: { subscription: string; metadata: Stripe.Metadata }
  }
}
export type InvoicePayment = Pick<
  Stripe.InvoicePayment,
  | 'id'
  | 'object'
  | 'amount_paid'
  | 'amount_requested'
  | 'created'
  | 'currency'
  | 'is_default'
  | 'livemode'
  | 'status'
> & { invoice: string; payment: { type: 'payment_intent'; payment_intent: string } }
export type PaymentIntent = Pick<
  Stripe.PaymentIntent,
  | 'id'
  | 'object'
  | 'amount'
  | 'amount_received'
  | 'client_secret'
  | 'created'
  | 'currency'
  | 'livemode'
  | 'metadata'
  | 'status'
> & { customer: string; latest_charge: string | null }
export type Charge = Pick<
  Stripe.Charge,
  | 'id'
  | 'object'
  | 'amount'
  | 'amount_refunded'
  | 'created'
  | 'currency'
  | 'disputed'
  | 'livemode'
  | 'metadata'
  | 'paid'
  | 'refunded'
  | 'status'
> & { payment_intent: string }
export type Refund = Pick<
  Stripe.Refund,
  'id' | 'object' | 'amount' | 'created' | 'currency' | 'failure_reason' | 'metadata' | 'reason' | 'status'
> & { charge: string; payment_intent: string }
export type Dispute = Pick<
  Stripe.Dispute,
  'id' | 'object' | 'amount' | 'created' | 'currency' | 'livemode' | 'metadata' | 'reason' | 'status'
> & { charge: string; payment_intent: string }

export type WebhookEndpoint = {
  id: string
  object: 'webhook_endpoint'
  url: Stripe.WebhookEndpoint['url']
  status: Stripe.WebhookEndpoint['status']
  api_version: Stripe.WebhookEndpoint['api_version']
  enabled_events: Stripe.WebhookEndpoint['enabled_events']
}

export type Kept =
  | Customer
  | DeletedCustomer
  | Product
  | Price
  | Session
  | Subscription
  | Invoice
  | InvoicePayment
  | PaymentIntent
  | Charge
  | Refund
  | Dispute

export type EventType = Extract<
  Stripe.Event['type'],
  | `checkout.session.${'completed' | 'expired' | 'async_payment_failed' | 'async_payment_succeeded'}`
  | `customer.subscription.${'created' | 'updated' | 'deleted'}`
  | `invoice.${'paid' | 'payment_failed' | 'payment_action_required'}`
  | 'charge.refunded'
  | 'refund.failed'
  | `charge.dispute.${'created' | 'closed'}`
>
export type Event = Pick<Stripe.Event, 'id' | 'object' | 'api_version' | 'created' | 'livemode'> & {
  type: EventType
  data: { object: Kept }
}
