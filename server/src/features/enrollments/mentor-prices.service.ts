import type { Database, Db, Tx } from '../../platform/db/database.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { PaymentGateway } from '../../platform/payments/payments.ts'
import * as queries from './mentor-prices.queries.ts'

type Deps = { db: Database; jobs: Jobs; payments: PaymentGateway | undefined }
type Price = { id: string; amount: number }

const pageSize = 50

/** Keeps an accepted mentor's price at the payment provider in step with the fee. */
export function createMentorPrices(deps: Deps) {
  return {
    ensure: (tx: Tx, mentorId: string) => ensure(deps, tx, mentorId),
    make: (job: { mentorId: string }) => make(deps, job.mentorId),
    replace: (gateway: PaymentGateway, mentorId: string, gone: Price) =>
      replace(deps, gateway, mentorId, gone),
    compare: (afterId: string | undefined) => compare(deps, afterId),
  }
}
export type MentorPrices = ReturnType<typeof createMentorPrices>

/**
 * A changed fee gets a new price; whoever is subscribed keeps the old one. Until a provider outside has
 * made it there is none, so that nobody pays another amount than the page says.
 */
async function ensure({ jobs, payments }: Deps, tx: Tx, mentorId: string) {
  const mentor = await queries.findPriced(tx, mentorId)
  if (!payments || isInStep(mentor, payments)) return
  if (payments.isInProcess) await offerFee(tx, payments, mentorId, mentor)
  else {
    await queries.savePrice(tx, mentorId, null)
    await jobs.add(tx, 'payments:price', { mentorId })
  }
}

/** Safe to repeat: the provider gives the same price for the same mentor and amount. */
async function make({ db, payments }: Deps, mentorId: string) {
  const mentor = await queries.findPriced(db.query, mentorId)
  if (!payments || isInStep(mentor, payments)) return
  await offerFee(db.query, payments, mentorId, mentor)
}

/**
 * Another price in the place of one that the provider no longer has or takes; the same amount.
 * @returns the one that is offered now, or undefined if that is another amount
 */
async function replace(
  { db, payments }: Deps,
  gateway: PaymentGateway,
  mentorId: string,
  gone: Price,
): Promise<Price | undefined> {
  const mentor = await queries.findPriced(db.query, mentorId)
  if (mentor.status !== 'accepted' || mentor.monthlyFee !== gone.amount) return undefined
  if (mentor.priceId !== null && mentor.priceId !== gone.id && isInStep(mentor, payments))
    return { id: mentor.priceId, amount: gone.amount }
  return offerFee(db.query, gateway, mentorId, mentor, gone.id)
}

/** The nightly look at all prices on offer: what is missing, of other books, or gone is made again. @returns where to go on */
async function compare(deps: Deps, afterId: string | undefined): Promise<string | undefined> {
  const { db, payments } = deps
  const rows = await queries.findPricePage(db.query, afterId, pageSize)
  for (const { accountId, priceId, priceAmount } of rows) {
    await make(deps, accountId)
    if (priceId && priceAmount && !(await payments!.isPriceUsable(priceId)))
      await replace(deps, payments!, accountId, { id: priceId, amount: priceAmount })
  }
  return rows.length === pageSize ? rows.at(-1)!.accountId : undefined
}

const isInStep = (mentor: queries.PricedMentor, payments: PaymentGateway | undefined) =>
  mentor.status !== 'accepted' ||
  (mentor.priceId !== null &&
    mentor.priceAmount === mentor.monthlyFee &&
    (mentor.priceBooks === null || mentor.priceBooks === payments?.books))

/** Has the provider make a price of the fee, and offers it. */
async function offerFee(
  db: Db,
  gateway: PaymentGateway,
  mentorId: string,
  mentor: queries.PricedMentor,
  replaces?: string,
): Promise<Price> {
  const amount = mentor.monthlyFee!
  const id = await gateway.createPrice({
    ...(replaces === undefined ? {} : { replaces }),
    mentorId,
    amountRupees: amount,
    productName: `Mentoring with ${mentor.firstName} ${mentor.lastName}`.trim(),
  })
  await queries.savePrice(db, mentorId, { id, amount, books: gateway.books })
  return { id, amount }
}
