import { after, type Clock, daysMs } from '../../platform/clock.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { PaymentGateway } from '../../platform/payments/payments.ts'
import { close, giveUp } from './checkouts.queries.ts'
import * as queries from './declined-cards.queries.ts'

type Deps = { db: Database; clock: Clock; payments: PaymentGateway | undefined }

/**
 * In one form, after which it is closed. Far more than anybody who pays needs: whom it closes a form under may be at the
 * page of a bank, and the question of a bank may itself be told as a refusal.
 */
const perForm = 10
/** Of one mentee, in forms in which one was declined within a day. */
const perDay = 20
/** Of one mentee: the oldest is closed for another one, so that tries in many at once end with the same numbers. */
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
    /** @throws AppError rate_limited */
    refuseWhereTried: (menteeId: string) => refuseWhereTried(deps, menteeId),
    /** Closes the oldest of too many forms. To be called once another one is open. @throws AppError payment_provider_unavailable */
    closeOldest: (menteeId: string) => closeOldest(deps, menteeId),
  }
}
export type DeclinedCards = ReturnType<typeof createDeclinedCards>

async function closeWhereTried(deps: Deps, subscriptionId: string) {
  const { db } = deps
  const menteeId = await queries.findMenteeOfTried(db.query, subscriptionId)
  if (!menteeId) return
  const isOverDay = (await refusedUntil(deps, menteeId)) !== undefined
  for (const form of await queries.findOpenForms(db.query, menteeId))
    if (isOverDay || form.declined >= perForm) await closeForm(deps, form)
}

/** But one that is paid with the next card, or is being paid. */
async function closeForm({ db, clock, payments }: Deps, { id, providerCheckoutId }: queries.OpenForm) {
  if (!payments || !providerCheckoutId) return
  const isOver = (status: string | undefined) => status === 'paid' || status === 'deciding'
  if (isOver((await payments.findCheckout(providerCheckoutId))?.status)) return
  await giveUp(db.query, id, clock.now())
  const now = await payments.expireCheckout(providerCheckoutId)
  if (!isOver(now?.status)) await close(db.query, id, clock.now())
}

/** Until when so many cards were declined within a day; undefined where it were fewer. */
async function refusedUntil({ db, clock }: Deps, menteeId: string): Promise<Date | undefined> {
  let total = 0
  for (const form of await queries.declinedSince(db.query, menteeId, after(clock.now(), -daysMs(1)))) {
    total += form.declined
    // Once this one is a day old there are fewer.
    if (total >= perDay) return after(form.declinedAt!, daysMs(1))
  }
  return undefined
}

async function refuseWhereTried(deps: Deps, menteeId: string) {
  const until = await refusedUntil(deps, menteeId)
  if (!until) return
  throw new AppError('rate_limited', {
    message: 'Too many cards were declined. Please try again in a day.',
    retryAfterSeconds: Math.ceil((until.getTime() - deps.clock.now().getTime()) / 1000),
  })
}

async function closeOldest(deps: Deps, menteeId: string) {
  const forms = await queries.findOpenForms(deps.db.query, menteeId)
  for (const form of forms.slice(openFormsMax)) await closeForm(deps, form)
}
