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
  reason: 'call' | 'unused' | 'request' | 'silence' | 'goodwill' | 'not_owed'
  /** Ours, by which it is made once. */
  reference: string
  /** The caller has a job that pays it out; otherwise one is added. */
  isPaidOutByCaller?: boolean
}

/** Money that is to go back: reserved of its payment before anybody is asked, so that no more goes back than was paid. */
export function createRefunds(deps: Deps) {
  return {
    /** @returns rupees that go back: as much of the amount as the payment still holds; 0 when nothing is left */
    reserve: async (tx: Tx, refund: NewRefund) => (await reserveAll(deps, tx, [refund]))[0]!,
    /** The same for many, in their order, by a few statements. */
    reserveAll: (tx: Tx, refunds: readonly NewRefund[]) => reserveAll(deps, tx, refunds),
    ofCredit: async (tx: Tx, credit: PaidCredit) =>
      (await reserveForCredits(deps, tx, [credit])).get(credit.id) ?? 0,
    ofCredits: (tx: Tx, credits: readonly PaidCredit[]) => reserveForCredits(deps, tx, credits),
    /** With the provider's id of the charge. */
    find: (db: Db, id: string) => queries.findRefund(db, id),
    findByReference: (db: Db, reference: string) => queries.findByReference(db, reference),
    /** Of an enrollment, those that the provider has not confirmed. */
    pendingOf: (db: Db, enrollmentId: string) => queries.findPendingOf(db, enrollmentId),
    /** It cannot be given. @returns undefined when it was, or is none any more */
    withdraw: (tx: Tx, id: string) => queries.deletePending(tx, id),
    /** The provider's word on the payment counts it now. @returns undefined when that was known */
    markDone: (db: Db, id: string) => queries.markDone(db, id, deps.clock.now()),
  }
}
type PaidCredit = { id: string; enrollmentId: string; paymentId: string | null; price: number }
export type Refunds = ReturnType<typeof createRefunds>

/** What of payments has neither gone back nor is about to. Locks them. */
async function leftOfAll(tx: Tx, paymentIds: readonly string[]): Promise<Map<string, number>> {
  const payments = await queries.lockPayments(tx, paymentIds)
  const going = await queries.sumGoingBackElse(tx, paymentIds)
  return new Map(
    payments.map(({ id, status, isDisputed, amount, refundedAmount }) => [
      id,
      // The bank takes a disputed one back as a whole; the provider refunds nothing of it.
      status === 'failed' || isDisputed ? 0 : Math.max(0, amount - refundedAmount - (going.get(id) ?? 0)),
    ]),
  )
}

async function reserveAll(deps: Deps, tx: Tx, refunds: readonly NewRefund[]): Promise<number[]> {
  if (refunds.length === 0) return []
  const left = await leftOfAll(
    tx,
    refunds.map(({ paymentId }) => paymentId),
  )
  const rows = refunds.map(({ amountRupees, isPaidOutByCaller: _, ...refund }) => {
    const of = left.get(refund.paymentId) ?? 0
    const amount = Math.max(0, Math.min(amountRupees, of))
    left.set(refund.paymentId, of - amount)
    return { ...refund, id: deps.newId(), amount, createdAt: deps.clock.now() }
  })
  const written = await queries.insertRefunds(
    tx,
    rows.filter(({ amount }) => amount > 0),
  )
  await payOut(
    deps,
    tx,
    rows.filter(({ id }, index) => written.has(id) && !refunds[index]!.isPaidOutByCaller),
  )
  return rows.map(({ id, amount }) => (written.has(id) ? amount : 0))
}

async function payOut({ jobs }: Deps, tx: Tx, refunds: readonly { id: string }[]) {
  if (refunds.length === 0) return
  await jobs.addAll(
    tx,
    'payments:give-back',
    refunds.map(({ id }) => ({ refundId: id })),
  )
}

/** Credits at their price, once: a credit's id is the reference. @returns rupees that go back, by credit */
async function reserveForCredits(
  deps: Deps,
  tx: Tx,
  credits: readonly PaidCredit[],
): Promise<Map<string, number>> {
  const paid = credits.flatMap(({ id, enrollmentId, paymentId, price }) =>
    paymentId && price > 0 ? [{ id, enrollmentId, paymentId, price }] : [],
  )
  const rupees = await reserveAll(
    deps,
    tx,
    paid.map(({ id, enrollmentId, paymentId, price }) => ({
      enrollmentId,
      paymentId,
      amountRupees: price,
      reason: 'call',
      reference: `call:${id}`,
    })),
  )
  return new Map(paid.map(({ id }, index) => [id, rupees[index]!]))
}
