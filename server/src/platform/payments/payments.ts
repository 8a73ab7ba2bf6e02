import { AppError } from '../errors.ts'

/** What was charged, or could not be, for one period of a subscription. */
export type ProviderPayment = {
  /** The provider's id of the charge of this period: one id, one payment. */
  id: string
  status: 'paid' | 'failed'
  amountRupees: number
  /** Null where the provider was not asked, as for periods long past. */
  refundedRupees: number | null
  /** What of that our moderators gave, which takes nothing of the payment's away: ours to know, not the provider's. */
  goodwillRupees?: number
  isDisputed: boolean
  paidAt: Date
  periodStart: Date
  periodEnd: Date
  receiptUrl: string | null
}

/** Who pays how much a month to whom. */
export type Purchase = { menteeId: string; mentorId: string; amountRupees: number }

/** A subscription as the provider knows it right now. */
export type ProviderSubscription = {
  id: string
  /** Our checkout's id, given when it was opened. */
  reference: string | null
  /** What the provider was told with it; null where it was told less, and of the stand-in, whose books are ours. */
  bought: Purchase | null
  /** The host of the site on which it was bought; null where the provider was not told. One account may serve several. */
  site: string | null
  priceId: string
  /** `incomplete`: the first payment is not made. */
  status: 'incomplete' | 'active' | 'past_due' | 'ended'
  endsAtPeriodEnd: boolean
  startedAt: Date
  /** Null while it goes on, and of the stand-in, which does not say. */
  endedAt: Date | null
  /** Newest first, a year's at most. */
  payments: ProviderPayment[]
  /** The provider's page on which an open payment is made or confirmed by the payer. */
  paymentUrl: string | null
}

export type ProviderCheckout = {
  id: string
  reference: string
  priceId: string
  /** `deciding`: the payer is done, the bank is not. `closed`: nothing was paid and nothing is being paid. */
  status: 'open' | 'deciding' | 'paid' | 'closed'
  subscriptionId: string | null
}

export type NewCheckout = Purchase & {
  /** Our checkout's id. Opening it again with the same one gives the same checkout. */
  reference: string
  /** The provider's id of who pays. */
  customerId: string
  priceId: string
  openedAt: Date
  successUrl: string
  cancelUrl: string
}

/** Something that the provider no longer knows or no longer takes, and that is to be made again. */
export class GoneAtProvider extends Error {
  readonly what: 'customer' | 'price'

  constructor(what: 'customer' | 'price', options?: ErrorOptions) {
    super(`the ${what} is gone at the payment provider`, options)
    this.name = 'GoneAtProvider'
    this.what = what
  }
}

/** It does not answer, or not as it should: what was asked may have been done all the same. */
export const isUnavailable = (error: unknown) =>
  error instanceof AppError && error.code === 'payment_provider_unavailable'

/** The bank takes it back as a whole: while it decides, and after it has decided for the payer, nothing else goes back. */
export class PaymentDisputed extends Error {
  constructor(options?: ErrorOptions) {
    super('the payment is disputed at the bank', options)
    this.name = 'PaymentDisputed'
  }
}

/** `insteadOf`: the id of one that is gone, so that the answer is another one. */
export type NewPrice = { mentorId: string; amountRupees: number; productName: string; replaces?: string }
export type NewCustomer = { accountId: string; email: string; name: string; replaces?: string }

/** What a provider's message is about; the rest is asked for. */
export type ProviderEvent = {
  id: string
  type: string
  /** A card was declined, or a bank said no. */
  isDecline: boolean
  about: { checkoutId?: string; subscriptionId?: string; paymentId?: string; refundId?: string }
}

export type Refund = {
  paymentId: string
  amountRupees: number
  /** Ours: refunding again with the same one gives nothing back a second time. */
  reference: string
}

/** A refund as the provider knows it right now. */
export type ProviderRefund = {
  id: string
  /** Of the payment, as in ProviderPayment. */
  paymentId: string
  /** As in ProviderSubscription. */
  site: string | null
  amountRupees: number
  /** The bank did not take it: the money is with the provider again. */
  hasFailed: boolean
  reason: string | null
  /** What has gone back of the payment altogether. */
  refundedRupees: number
}

/** `paymentId`: the provider's, as in `ProviderPayment`. */
export type Concerned = { subscriptionId: string; paymentId?: string }

/** What the product asks of whoever takes the money. Every call may fail with payment_provider_unavailable. */
export type PaymentGateway = {
  readonly mode: 'stripe' | 'sandbox'
  /** Which books ids are from: the provider, and whether they are for tests. An id of others is not known here. */
  readonly books: string
  /** For the browser's embedded form. */
  readonly publishableKey: string | null
  /** Its books are in our own database, so that its calls commit and vanish with the transaction under way. */
  readonly isInProcess: boolean
  /** A monthly price; the same mentor and amount give the same price. */
  createPrice(of: NewPrice): Promise<string>
  isPriceUsable(id: string): Promise<boolean>
  /** One for an account. */
  createCustomer(of: NewCustomer): Promise<string>
  /** Name and address go at the provider too. Repeating it changes nothing. */
  eraseCustomer(id: string): Promise<void>
  /** The same of all that were made of an account under an address. */
  eraseCustomersOf(of: Pick<NewCustomer, 'accountId' | 'email'>): Promise<void>
  /** A page on which the first month is paid. @throws GoneAtProvider */
  openCheckout(of: NewCheckout): Promise<{ id: string; url: string }>
  /** The same for a form of our own: a subscription that waits for its first payment. */
  openEmbedded(of: NewCheckout): Promise<{ id: string; clientSecret: string }>
  /** The provider's word on a checkout of either kind, or undefined when it knows none. */
  findCheckout(id: string): Promise<ProviderCheckout | undefined>
  /** Makes an open or declined checkout unusable; one that is paid or being decided stays. @returns what it is now */
  expireCheckout(id: string): Promise<ProviderCheckout | undefined>
  /** @param alsoAskedOf payments of which is asked what has become of them, beside the newest */
  findSubscription(id: string, alsoAskedOf?: readonly string[]): Promise<ProviderSubscription | undefined>
  cancelAtPeriodEnd(subscriptionId: string): Promise<void>
  resume(subscriptionId: string): Promise<void>
  /** The next charge comes at that time, later or earlier than the end of what is paid. Repeating it changes nothing. */
  postpone(subscriptionId: string, until: Date): Promise<void>
  /** A charge that was postponed beyond what is paid comes now, once; where none is any more, nothing happens. */
  chargePostponed(subscriptionId: string): Promise<void>
  /** Ends it at once, without money back. Repeating it changes nothing. */
  cancelNow(subscriptionId: string): Promise<void>
  /**
   * @returns undefined when it is on its way; the provider's id of it when the bank has sent it back: it is not made anew
   * @throws PaymentDisputed
   */
  refund(of: Refund): Promise<string | undefined>
  findRefund(id: string): Promise<ProviderRefund | undefined>
  /** The provider's ids of refunds made since then that the bank did not take. */
  listFailedRefunds(madeSince: Date): Promise<string[]>
  /** A page on which the payer sees invoices and changes the card. @throws GoneAtProvider */
  openPortal(of: { customerId: string; returnUrl: string }): Promise<string>
  /** Ids of all that are not over, a page at a time. */
  listLive(after: string | undefined): Promise<{ ids: string[]; next: string | undefined }>
  /** What an event concerns, if it is a subscription of ours; and which payment of it, where it names one. */
  concernedBy(about: ProviderEvent['about']): Promise<Concerned | undefined>
}

/** Reads what a provider sends. @throws AppError invalid_signature on the forged and the stale */
export type EventReader = (rawBody: Buffer, signature: string | undefined) => ProviderEvent
