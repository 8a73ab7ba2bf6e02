import { after, type Clock, daysMs } from '../../platform/clock.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { PaymentGateway } from '../../platform/payments/payments.ts'
import { close, giveUp } from './checkouts.queries.ts'
import * as queries from './declined-cards.queries.ts'

type Deps = { db: Database; clock: Clock; payments: PaymentGateway | undefined }

/** In one form, after which it is closed: whoever pays has two or three cards. */
const perForm = 5
/** Of one mentee, in the forms opened within a day. */
const perDay = 10
/** The next declined card closes more. */
const atOnce = 100

/**
 * The secret of a payment form lets whoever has it try any number of cards at the provider, without asking us: that is
 * how lists of stolen ones are tried (docs.stripe.com/disputes/prevention/card-testing). Declined ones are counted here.
 */
export function createDeclinedCards(deps: Deps) {
  return {
    /** In the transaction that stores the provider's message, so that each counts once. */
    count: (tx: Tx, subscriptionId: string) => queries.countDeclined(tx, subscriptionId),
    /** Safe to repeat: what is closed is left alone. */
    closeWhereTried: (subscriptionId: string) => closeWhereTried(deps, subscriptionId),
    /** @throws AppError rate_limited */
    refuseWhereTried: (menteeId: string) => refuseWhereTried(deps, menteeId),
  }
}
export type DeclinedCards = ReturnType<typeof createDeclinedCards>

async function closeWhereTried({ db, clock, payments }: Deps, subscriptionId: string) {
  if (!payments) return
  const since = after(clock.now(), -daysMs(1))
  const tried = await queries.findOpenTried(db.query, subscriptionId, { perForm, perDay, since, atOnce })
  for (const { id, providerCheckoutId } of tried) {
    await giveUp(db.query, id, clock.now())
    const now = await payments.expireCheckout(providerCheckoutId!)
    // Paid with the next card, or the bank has not decided about it.
    if (now?.status !== 'paid' && now?.status !== 'deciding') await close(db.query, id, clock.now())
  }
}

async function refuseWhereTried({ db, clock }: Deps, menteeId: string) {
  const now = clock.now()
  const { total, firstAt } = await queries.declinedSince(db.query, menteeId, after(now, -daysMs(1)))
  if (!firstAt || Number(total) < perDay) return
  throw new AppError('rate_limited', {
    message: 'Too many cards were declined today. Please try again tomorrow.',
    retryAfterSeconds: Math.ceil((after(firstAt, daysMs(1)).getTime() - now.getTime()) / 1000),
  })
}
