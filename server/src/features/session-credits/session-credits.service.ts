import { limits } from '@marga/contract/limits'
import {
  type Balance,
  type CreditEffect,
  type CreditOutcome,
  type SessionCase,
  sessionCases,
} from '@marga/contract/session-credit-cases'
import { after, type Clock, daysMs, type NewId } from '../../platform/clock.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { balanceOf } from './balance.rules.ts'
import type { Refunds } from './refunds.service.ts'
import * as queries from './session-credits.queries.ts'

type Deps = { clock: Clock; newId: NewId; refunds: Refunds }
type Enrollment = queries.EnrollmentOfCredit

const graceMs = daysMs(limits.paymentGraceDays)

/**
 * The ledger of session credits. Everything that changes one needs the lock of its enrollment; what may follow what
 * is the database's to refuse.
 */
export function createSessionCredits(deps: Deps) {
  return {
    take: (tx: Tx, enrollmentId: string, slotId: string) => take(deps, tx, enrollmentId, slotId),
    move: (tx: Tx, from: string, to: string) => move(deps, tx, from, to),
    settle: (tx: Tx, slotId: string, of: SessionCase, enrollment: Enrollment | undefined) =>
      settle(deps, tx, slotId, of, enrollment),
    correct: (tx: Tx, creditId: string, of: SessionCase, enrollment: Enrollment) =>
      correct(deps, tx, creditId, of, enrollment),
    /** The credit that a session had, wherever it is now. */
    lastOfSlot: queries.findLastOfSlot,
    balance: (db: Db, enrollment: Enrollment) => balance(deps, db, enrollment),
    balances: (db: Db, enrollments: readonly Enrollment[]) => balances(deps, db, enrollments),
    /** What is free, or would be if the sessions ahead were cancelled. */
    unusedOfAll: (db: Db, enrollmentIds: readonly string[]) =>
      queries.findUnusedOfAll(db, enrollmentIds, deps.clock.now()),
    free: (db: Db, enrollmentId: string) => queries.findFree(db, enrollmentId),
  }
}
export type SessionCredits = ReturnType<typeof createSessionCredits>

/** The usable one that lapses first holds the slot. @returns undefined when none is usable */
async function take({ clock }: Deps, tx: Tx, enrollmentId: string, slotId: string) {
  const now = clock.now()
  const usable = await queries.findUsable(tx, enrollmentId, now)
  if (!usable) return undefined
  const held = { status: 'held' as const, slotId, heldAt: now }
  return queries.change(tx, usable.id, { ...held, changedAt: now, because: 'booked' })
}

/** The credit goes along when its session moves; nothing for an intro call, which has none. */
async function move({ clock }: Deps, tx: Tx, from: string, to: string) {
  const credit = await queries.findOfSlot(tx, from)
  if (credit) await queries.change(tx, credit.id, { slotId: to, changedAt: clock.now(), because: 'moved' })
}

/**
 * What becomes of the credit of a session that was cancelled or is over, by the table of the contract.
 * @returns undefined where no credit is held: an intro call, or done before
 */
async function settle(
  deps: Deps,
  tx: Tx,
  slotId: string,
  of: SessionCase,
  enrollment: Enrollment | undefined,
): Promise<CreditOutcome | undefined> {
  const credit = await queries.findOfSlot(tx, slotId)
  if (credit?.status !== 'held' || !enrollment) return undefined
  return apply(deps, tx, credit, of, enrollment)
}

/** The same for one that was settled otherwise before; one that has found another use since keeps it. */
async function correct(
  deps: Deps,
  tx: Tx,
  creditId: string,
  of: SessionCase,
  enrollment: Enrollment,
): Promise<CreditOutcome | undefined> {
  const credit = await queries.findById(tx, creditId)
  const rule: { effect: CreditEffect; hasBonus?: true } = sessionCases[of]
  if (rule.effect === 'spent' || of === 'missed_by_both') await takeBonusBack(deps, tx, creditId, of)
  // What was freed because both were absent is had already; what the mentor's absence gives beside it is not.
  const isFreedOnly = credit?.status === 'free' && credit.because === 'missed_by_both'
  const isOpen =
    rule.effect === 'spent'
      ? credit?.status === 'free'
      : credit?.status === 'spent' || (rule.hasBonus === true && isFreedOnly)
  return credit && isOpen ? apply(deps, tx, credit, of, enrollment) : undefined
}

/** What the absence gave that was not one; a bonus that has been used stays used. */
async function takeBonusBack({ clock }: Deps, tx: Tx, creditId: string, because: SessionCase) {
  const bonus = await queries.findBonusBeside(tx, creditId)
  if (!bonus) return
  await queries.change(tx, bonus.id, { status: 'lapsed', changedAt: clock.now(), because })
}

async function apply(
  deps: Deps,
  tx: Tx,
  credit: queries.CreditRow,
  of: SessionCase,
  enrollment: Enrollment,
): Promise<CreditOutcome> {
  const rule: { effect: CreditEffect; hasBonus?: true } = sessionCases[of]
  const now = deps.clock.now()
  const isOver = isEnrollmentOver(enrollment, now)
  const effect = isOver ? effectWhenOver[rule.effect] : rule.effect
  const because = { changedAt: now, because: of }
  const off = { slotId: null, heldAt: null }
  const isFree = effect === 'freed' || effect === 'returned'
  const free =
    effect === 'freed' ? asFreed(credit, enrollment, now) : asReturned(credit, enrollment, { case: of, now })
  let refundRupees = 0
  if (isFree) {
    await queries.change(tx, credit.id, {
      ...off,
      ...free,
      status: 'free',
      ...because,
    })
  } else if (effect === 'spent') {
    // A session that was cancelled too late is open for others: the credit is used and on none.
    const slotId = of === 'cancelled_by_mentee_late' ? null : credit.slotId
    await queries.change(tx, credit.id, { heldAt: null, slotId, status: 'spent', ...because })
  } else {
    await queries.change(tx, credit.id, { ...off, status: effect, ...because })
    if (rule.effect === 'returned') refundRupees = await deps.refunds.ofCredit(tx, credit)
  }
  const bonus = rule.hasBonus && !isOver ? await giveBonus(deps, tx, enrollment, now) : undefined
  return {
    effect,
    usableUntil: isFree ? free.usableUntil.toISOString() : null,
    refundRupees,
    bonusUntil: bonus?.usableUntil.toISOString() ?? null,
    balance: await balance(deps, tx, enrollment),
  }
}

/** Also one that ends with its period, before the provider has said so. */
const isEnrollmentOver = ({ status, periodEnd }: Enrollment, now: Date) =>
  status === 'ended' || (status === 'ending' && periodEnd <= now)

/** Nothing more can be booked then. */
const effectWhenOver = {
  freed: 'lapsed',
  returned: 'refunded',
  spent: 'spent',
  lapsed: 'lapsed',
  refunded: 'refunded',
} as const satisfies Record<CreditEffect, CreditEffect>

const sourceOf = (of: SessionCase) => (of === 'given_by_moderator' ? 'moderator' : 'returned')

/** One whose period is over goes on to the end of the one that runs, or that is about to be paid. */
function asFreed(credit: queries.CreditRow, enrollment: Enrollment, now: Date) {
  const { usableUntil: was, lapsesAt, source } = credit
  if (was > now) return { usableUntil: was, lapsesAt, source }
  const isRenewed = enrollment.periodEnd > now
  const usableUntil = isRenewed ? enrollment.periodEnd : after(now, daysMs(limits.returnedCallDays))
  // One a period is carried over by itself; this is another one.
  return {
    usableUntil,
    lapsesAt: after(usableUntil, graceMs),
    source: source === 'rollover' ? 'period' : source,
  } as const
}

/** A pause that is to come or runs does not count. */
function asReturned(
  credit: queries.CreditRow,
  { pausedFrom, pausedUntil }: Enrollment,
  of: { case: SessionCase; now: Date },
) {
  const { now } = of
  const pausedMs =
    pausedFrom && pausedUntil && pausedUntil > now
      ? pausedUntil.getTime() - Math.max(pausedFrom.getTime(), now.getTime())
      : 0
  const least = after(now, daysMs(limits.returnedCallDays) + pausedMs)
  const usableUntil = new Date(Math.max(credit.usableUntil.getTime(), least.getTime()))
  return {
    usableUntil,
    lapsesAt: usableUntil,
    source: credit.source === 'bonus' ? 'bonus' : sourceOf(of.case),
  } as const
}

async function giveBonus({ newId }: Deps, tx: Tx, enrollment: Enrollment, now: Date) {
  const { id: enrollmentId, periodStart } = enrollment
  const ordinal = (await queries.countBonuses(tx, enrollmentId, periodStart)) + 1
  if (ordinal > limits.bonusCallsPerPeriod) return undefined
  const usableUntil = after(now, daysMs(limits.bonusCallDays))
  const [given] = await queries.insertCredits(tx, [
    {
      id: newId(),
      enrollmentId,
      source: 'bonus',
      periodStart,
      ordinal,
      isOfPeriod: false,
      price: 0,
      grantedAt: now,
      usableUntil,
      lapsesAt: usableUntil,
      changedAt: now,
      because: 'bonus_given',
    },
  ])
  return given
}

const balance = async ({ clock }: Deps, db: Db, enrollment: Enrollment): Promise<Balance> =>
  balanceOf(enrollment, await queries.findFreeOfAll(db, [enrollment.id], clock.now()))

/** By enrollment. */
async function balances({ clock }: Deps, db: Db, enrollments: readonly Enrollment[]) {
  const free = await queries.findFreeOfAll(
    db,
    enrollments.map(({ id }) => id),
    clock.now(),
  )
  return new Map(
    enrollments.map((enrollment) => [
      enrollment.id,
      balanceOf(
        enrollment,
        free.filter(({ enrollmentId }) => enrollmentId === enrollment.id),
      ),
    ]),
  )
}
