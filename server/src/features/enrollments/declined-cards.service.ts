import { after, type Clock, daysMs } from '../../platform/clock.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { PaymentGateway } from '../../platform/payments/payments.ts'
import { close, giveUp } from './checkouts.queries.ts'
import * as queries from './declined-cards.queries.ts'
import type { Pair } from './enrollments.queries.ts'

type Deps = { db: Database; clock: Clock; payments: PaymentGateway | undefined }

/** In one form, after which it is closed: whoever pays has two or three cards. */
const perForm = 5
/** Of one mentee, in forms in which one was declined within a day. */
const perDay = 10
/** Of one mentee: another one closes the oldest, so that tries in many at once end with the same numbers. */
const openFormsMax = 5

/**
 * The secret of a payment form lets whoever has it try any number of cards at the provider, without asking us: that is
 * how lists of stolen ones are tried (docs.stripe.com/disputes/prevention/card-testing). Declined ones are counted here.
 */
export function createDeclinedCards(deps: Deps) {
  return {
    /** In the transaction that stores the provider's message, so that each counts once. */
    count: (tx: Tx, subscriptionId: string) => queries.countDeclined(tx, subscriptionId, deps.clock.now()),
    /** Safe to repeat: what is closed is left alone. */
    closeWhereTried: (subscriptionId: string) => closeWhereTried(deps, subscriptionId),
    /** Makes room for a form of this pair. @throws AppError rate_limited, payment_provider_unavailable */
    admitForm: (pair: Pair) => admitForm(deps, pair),
  }
}
export type DeclinedCards = ReturnType<typeof createDeclinedCards>

async function closeWhereTried(deps: Deps, subscriptionId: string) {
  const since = after(deps.clock.now(), -daysMs(1))
  const tried = await queries.findOpenTried(deps.db.query, subscriptionId, { perForm, perDay, since })
  for (const form of tried) await closeForm(deps, form)
}

/** But one that is paid with the next card, or of which the bank has not decided. */
async function closeForm({ db, clock, payments }: Deps, { id, providerCheckoutId }: queries.OpenForm) {
  if (!payments || !providerCheckoutId) return
  const isOver = (status: string | undefined) => status === 'paid' || status === 'deciding'
  if (isOver((await payments.findCheckout(providerCheckoutId))?.status)) return
  await giveUp(db.query, id, clock.now())
  const now = await payments.expireCheckout(providerCheckoutId)
  if (!isOver(now?.status)) await close(db.query, id, clock.now())
}

async function admitForm(deps: Deps, pair: Pair) {
  const { db, clock } = deps
  const now = clock.now()
  const { total, lastAt } = await queries.declinedSince(db.query, pair.menteeId, after(now, -daysMs(1)))
  if (lastAt && Number(total) >= perDay)
    throw new AppError('rate_limited', {
      message: 'Too many cards were declined. Please try again in a day.',
      retryAfterSeconds: Math.ceil((after(lastAt, daysMs(1)).getTime() - now.getTime()) / 1000),
    })
  const others = await queries.findOpenForms(db.query, pair)
  for (const form of others.slice(0, Math.max(0, others.length + 1 - openFormsMax)))
    await closeForm(deps, form)
}
