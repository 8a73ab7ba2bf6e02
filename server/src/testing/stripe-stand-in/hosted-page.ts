import type { Billing } from './billing.ts'
import type { Books } from './books.ts'

/** `wait`: by a way of paying of which the bank decides later, docs.stripe.com/payments/checkout/fulfillment#delayed-notification */
export type CardOutcome = 'success' | 'decline' | 'wait'

/** Checkout's own page, as far as a browser has to walk it: docs.stripe.com/payments/checkout. */
export function createHostedPage(books: Books, billing: Billing) {
  return {
    show(sessionId: string, notice = ''): string {
      const session = books.get('checkout.session', sessionId)
      const form =
        session.status === 'open'
          ? `<form method="post"><button name="outcome" value="success">Pay</button>
             <button name="outcome" value="decline">Pay with a card that is declined</button></form>`
          : '<p>This checkout session is no longer open.</p>'
      return `<!doctype html><html lang="en"><title>Checkout stand-in</title><h1>Checkout stand-in</h1>
        <p role="alert">${notice}</p><p>₹${(session.amount_total ?? 0) / 100} a month</p>${form}
        <a href="${session.cancel_url}">Back</a></html>`
    },

    /**
     * A decline stays on the page, and the session stays open. A payment makes the subscription, in the
     * order in which Stripe tells of it; only an open session can be paid.
     */
    settle(sessionId: string, outcome: CardOutcome): { isPaid: boolean; successUrl: string } {
      const session = books.get('checkout.session', sessionId)
      const successUrl = session.success_url ?? ''
      if (session.status !== 'open' || outcome === 'decline') return { isPaid: false, successUrl }
      const { price, metadata } = books.sold.get(sessionId)!
      const subscription = billing.subscribe({ customer: session.customer, price, metadata })
      if (outcome === 'success') billing.payInvoice(subscription.latest_invoice)
      else billing.intentOf(books.get('invoice', subscription.latest_invoice)).status = 'processing'
      Object.assign(session, {
        status: 'complete',
        payment_status: outcome === 'success' ? 'paid' : 'unpaid',
        subscription: subscription.id,
        invoice: subscription.latest_invoice,
        url: null,
      })
      books.tell('checkout.session.completed', session)
      return { isPaid: true, successUrl }
    },

    /** What the bank says of a payment that waited. */
    decide(sessionId: string, outcome: 'paid' | 'failed') {
      const session = books.get('checkout.session', sessionId)
      const { latest_invoice } = books.get('subscription', session.subscription!)
      if (outcome === 'paid') {
        billing.payInvoice(latest_invoice)
        session.payment_status = 'paid'
      } else billing.decline(latest_invoice, 'failed')
      books.tell(
        outcome === 'paid'
          ? 'checkout.session.async_payment_succeeded'
          : 'checkout.session.async_payment_failed',
        session,
      )
    },
  }
}
