/** A subscription as the provider knows it right now. Amounts in whole rupees. */
export type ProviderSubscription = {
  id: string
  priceId: string
  status: 'active' | 'past_due' | 'ending' | 'ended'
  startedAt: Date
  periodStart: Date
  periodEnd: Date
}

export type ProviderCheckout = {
  id: string
  /** Our checkout's id, given when it was opened. */
  reference: string
  priceId: string
  status: 'open' | 'paid' | 'failed'
  subscription: ProviderSubscription | null
}

export type NewCheckout = {
  /** Our checkout's id. */
  reference: string
  priceId: string
  menteeEmail: string
  successUrl: string
  cancelUrl: string
}

/** What the product asks of whoever takes the money. Every call may fail with payment_provider_unavailable. */
export type PaymentGateway = {
  readonly mode: 'stripe' | 'sandbox'
  createPrice(of: { mentorId: string; amountRupees: number; productName: string }): Promise<string>
  openCheckout(of: NewCheckout): Promise<{ id: string; url: string }>
  /** The provider's word on a checkout, or undefined when it knows none. */
  findCheckout(providerCheckoutId: string): Promise<ProviderCheckout | undefined>
  /** Makes an open checkout unusable; one that is settled stays as it is. */
  expireCheckout(providerCheckoutId: string): Promise<void>
  findSubscription(subscriptionId: string): Promise<ProviderSubscription | undefined>
  cancelAtPeriodEnd(subscriptionId: string): Promise<ProviderSubscription>
  resume(subscriptionId: string): Promise<ProviderSubscription>
}
