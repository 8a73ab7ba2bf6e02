import type {
  Balance,
  CreditEffect,
  CreditOutcome,
  NoRefund,
  SessionCase,
} from '@marga/contract/session-credit-cases'
import { sessionCases } from '@marga/contract/session-credit-cases'
import type { Clock, NewId } from '../../platform/clock.ts'
import { StaleReadError } from '../../platform/db/conflicts.ts'
import type { Tx } from '../../platform/db/database.ts'
import { usableIn } from './balance.rules.ts'
import {
  type Decision,
  decide,
  type EnrollmentOfCredit as Enrollment,
  isEnrollmentOver,
  newBonuses,
} from './credit-settlements.rules.ts'
import type { Refunds } from './refunds.service.ts'
import * as queries from './session-credits.queries.ts'

type Deps = {
  clock: Clock
  newId: NewId
  refunds: Refunds
  /** By enrollment. */
  balances: (tx: Tx, enrollments: readonly Enrollment[]) => Promise<Map<string, Balance>>
}
type Case = { credit: queries.CreditRow; of: SessionCase; enrollment: Enrollment }

/** The credit that a session had. */
type UsedCredit = { creditId: string; slotId: string }

/** A session that was cancelled or is over, and the enrollment that paid for it, where one did. */
export type Settlement = { slotId: string; of: SessionCase; enrollment: Enrollment | undefined }

/** What becomes of the credits of sessions, by the table of the contract. The caller has the enrollments' locks. */
export function createCreditSettlements(deps: Deps) {
  return {
    settleAll: (tx: Tx, all: readonly Settlement[]) => settleAll(deps, tx, all),
    correct: (tx: Tx, used: UsedCredit, of: SessionCase, enrollment: Enrollment) =>
      correct(deps, tx, used, of, enrollment),
  }
}

/**
 * By slot; without those that hold none: an intro call, or done before.
 * @throws StaleReadError where a credit is held for an enrollment that was not given
 */
async function settleAll(
  deps: Deps,
  tx: Tx,
  all: readonly Settlement[],
): Promise<Map<string, CreditOutcome>> {
  const credits = await queries.findOfSlots(
    tx,
    all.map(({ slotId }) => slotId),
  )
  const bySlot = new Map(credits.map((credit) => [credit.slotId, credit]))
  const cases = all.flatMap(({ slotId, of, enrollment }): Case[] => {
    const credit = bySlot.get(slotId)
    if (credit?.status !== 'held') return []
    // The slot was read before somebody booked it, or by another who has booked it since: the call must not be lost.
    if (credit.enrollmentId !== enrollment?.id)
      throw new StaleReadError(
        `The session ${slotId} is paid by another enrollment than the one that is locked.`,
      )
    return [{ credit, of, enrollment }]
  })
  const outcomes = await applyAll(deps, tx, cases)
  return new Map(cases.map(({ credit }, index) => [credit.slotId!, outcomes[index]!]))
}

/** The same for one that was settled otherwise before; one that has found another use since keeps it. */
async function correct(
  deps: Deps,
  tx: Tx,
  { creditId, slotId }: UsedCredit,
  of: SessionCase,
  enrollment: Enrollment,
): Promise<CreditOutcome | undefined> {
  const credit = await queries.findById(tx, creditId)
  const rule: { effect: CreditEffect; hasBonus?: true } = sessionCases[of]
  if (rule.effect === 'spent' || of === 'missed_by_both') await takeBonusBack(deps, tx, creditId, of)
  // What came back because both were absent is had already; what the mentor's absence gives beside it is not.
  const isFreedOnly =
    credit?.status === 'free' && ['missed_by_both', 'session_prevented'].includes(credit.because)
  // It would have been paid back at once, had it been known.
  const isLapsedOnly =
    credit?.status === 'lapsed' &&
    credit.because === 'missed_by_both' &&
    rule.effect === 'returned' &&
    isEnrollmentOver(enrollment, deps.clock.now())
  const isOpen =
    rule.effect === 'spent'
      ? credit?.status === 'free'
      : credit?.status === 'spent' || (rule.hasBonus === true && isFreedOnly) || isLapsedOnly
  if (!credit || !isOpen) return undefined
  // What this session used after all is its own again, so that it can be corrected once more.
  const used = rule.effect === 'spent' ? { ...credit, slotId } : credit
  return (await applyAll(deps, tx, [{ credit: used, of, enrollment }]))[0]
}

/** What the absence gave that was not one; a bonus that has been used stays used. */
async function takeBonusBack({ clock }: Deps, tx: Tx, creditId: string, because: SessionCase) {
  const bonus = await queries.findBonusBeside(tx, creditId)
  if (!bonus) return
  await queries.change(tx, bonus.id, { status: 'lapsed', changedAt: clock.now(), because })
}

async function applyAll(deps: Deps, tx: Tx, cases: readonly Case[]): Promise<CreditOutcome[]> {
  if (cases.length === 0) return []
  const now = deps.clock.now()
  const decisions = cases.map((each) => ({ ...each, ...decide(each, now) }))
  await queries.changeEach(
    tx,
    decisions.map(({ credit: { id }, change, of: because }) => ({ id, ...change, because })),
    now,
  )
  const owed = decisions.filter(({ isOwed }) => isOwed).map(({ credit }) => credit)
  const refunded = await deps.refunds.ofCredits(tx, owed)
  const bonuses = await giveBonuses(deps, tx, decisions, now)
  const enrollments = new Map(cases.map(({ enrollment }) => [enrollment.id, enrollment]))
  const balances = await deps.balances(tx, [...enrollments.values()])
  return decisions.map(({ credit, enrollment, effect, change, isOwed }) => {
    const bonusUntil = bonuses.get(credit.id)
    const refundRupees = refunded.get(credit.id) ?? 0
    const isUnpaid = effect === 'refunded' && refundRupees === 0
    return {
      effect,
      usableUntil: change.status === 'free' ? usableIn(enrollment, change.usableUntil).toISOString() : null,
      refundRupees,
      noRefund: isUnpaid ? noRefundOf({ price: credit.price, isOwed }) : null,
      bonusUntil: bonusUntil ? usableIn(enrollment, bonusUntil).toISOString() : null,
      balance: balances.get(enrollment.id)!,
    }
  })
}

function noRefundOf({ price, isOwed }: { price: number; isOwed: boolean }): NoRefund {
  if (price === 0) return 'no_price'
  return isOwed ? 'nothing_left' : 'part_of_refund'
}

/** @returns until when it is usable, by the credit that it is given beside */
async function giveBonuses(
  { newId }: Deps,
  tx: Tx,
  decisions: readonly (Decision & Case)[],
  now: Date,
): Promise<Map<string, Date>> {
  const due = decisions.filter(({ hasBonus }) => hasBonus)
  if (due.length === 0) return new Map()
  const given = await queries.countBonuses(
    tx,
    due.map(({ enrollment }) => enrollment.id),
  )
  const bonuses = newBonuses(due, given, now)
  await queries.insertCredits(
    tx,
    bonuses.map(({ row }) => ({ ...row, id: newId() })),
  )
  return new Map(bonuses.map(({ besideId, row }) => [besideId, row.usableUntil]))
}
