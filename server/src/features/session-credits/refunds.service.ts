import type { Clock, NewId } from '../../platform/clock.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import * as queries from './refunds.queries.ts'

type Deps = { clock: Clock; newId: NewId; jobs: Jobs }

export type NewRefund = {
  enrollmentId: string
  paymentId: string
  amountRupees: number
  /** For the books: what it is for. */
  reason: 'call' | 'unused' | 'request' | 'silence' | 'goodwill'
  /** Ours, by which it is made once. */
  reference: string
  /** The caller has a job that pays it out; otherwise one is added. */
  isPaidOutByCaller?: boolean
}

/** Money that is to go back: reserved of its payment before anybody is asked, so that no more goes back than was paid. */
export function createRefunds(deps: Deps) {
  return {
    /** @returns rupees that go back: as much of the amount as the payment still holds; 0 when nothing is left */
    reserve: (tx: Tx, refund: NewRefund) => reserve(deps, tx, refund),
    ofCredit: (tx: Tx, credit: PaidCredit) => reserveForCredit(deps, tx, credit),
    left,
    /** With the provider's id of the charge. */
    find: (db: Db, id: string) => queries.findRefund(db, id),
    /** Of an enrollment, those that the provider has not confirmed. */
    pendingOf: (db: Db, enrollmentId: string) => queries.findPendingOf(db, enrollmentId),
    /** The provider's word on the payment counts it now. @returns undefined when that was known */
    markDone: (db: Db, id: string) => queries.markDone(db, id, deps.clock.now()),
  }
}
type PaidCredit = { id: string; enrollmentId: string; paymentId: string | null; price: number }
export type Refunds = ReturnType<typeof createRefunds>

/** What of a payment has neither gone back nor is about to. */
async function left(tx: Db, paymentId: string): Promise<number> {
  const payment = await queries.lockPayment(tx, paymentId)
  if (!payment || payment.status === 'failed') return 0
  return Math.max(0, payment.amount - payment.refundedAmount - (await queries.sumPending(tx, paymentId)))
}

async function reserve({ clock, newId, jobs }: Deps, tx: Tx, refund: NewRefund): Promise<number> {
  const { enrollmentId, paymentId, reason, reference } = refund
  const amount = Math.min(refund.amountRupees, await left(tx, paymentId))
  if (amount <= 0) return 0
  const row = await queries.insertRefund(tx, {
    id: newId(),
    enrollmentId,
    paymentId,
    amount,
    reason,
    reference,
    createdAt: clock.now(),
  })
  if (!row) return 0
  if (!refund.isPaidOutByCaller) await jobs.add(tx, 'payments:give-back', { refundId: row.id })
  return amount
}

/** A credit at its price, once: its id is the reference. @returns rupees that go back */
async function reserveForCredit(deps: Deps, tx: Tx, credit: PaidCredit): Promise<number> {
  const { id, enrollmentId, paymentId, price } = credit
  if (!paymentId || price === 0) return 0
  const reference = `call:${id}`
  return reserve(deps, tx, { enrollmentId, paymentId, amountRupees: price, reason: 'call', reference })
}
