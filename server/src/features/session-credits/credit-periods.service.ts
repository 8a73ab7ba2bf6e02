import { limits } from '@marga/contract/limits'
import { type CreditCase, carriedOverMax, priceOfCredit } from '@marga/contract/session-credit-cases'
import { after, type Clock, daysMs, type NewId } from '../../platform/clock.ts'
import type { Tx } from '../../platform/db/database.ts'
import { forgetWarnings } from './credit-deadlines.queries.ts'
import type { EnrollmentOfCredit as Enrollment } from './credit-settlements.rules.ts'
import { findWithoutTimes } from './credits-without-times.queries.ts'
import { findOver } from './free-credits.queries.ts'
import { findExtended, findLasting } from './lasting-credits.queries.ts'
import { refundLapsedSince } from './refunds.queries.ts'
import type { Refunds } from './refunds.service.ts'
import * as queries from './session-credits.queries.ts'

type Deps = { clock: Clock; newId: NewId; refunds: Refunds }
type Paid = { enrollmentId: string; paymentId: string; amount: number; periodStart: Date; periodEnd: Date }

const graceMs = daysMs(limits.paymentGraceDays)

/** What becomes of credits as periods are paid, end, are paused and are paid back. The caller has the enrollment's lock. */
export function createCreditPeriods(deps: Deps) {
  return {
    grant: (tx: Tx, paid: Paid) => grantPeriod(deps, tx, paid),
    carryOver: (tx: Tx, enrollment: Enrollment) => carryOver(deps, tx, enrollment),
    end: (tx: Tx, enrollment: Enrollment, because: CreditCase = 'subscription_ended') =>
      end(deps, tx, enrollment, because),
    /** The sessions that hold what a payment bought. */
    heldOfPayment: async (tx: Tx, paymentId: string): Promise<string[]> =>
      (await queries.findOfPayment(tx, paymentId)).flatMap(({ slotId }) => slotId ?? []),
    refundAll: (tx: Tx, enrollmentIds: readonly string[], because: CreditCase) =>
      refundAll(deps, tx, enrollmentIds, because),
    /** What lapsed since then is refunded, as part of a refund that the caller makes. @returns what it had cost */
    refundLapsedSince: (tx: Tx, enrollmentId: string, since: Date, because: CreditCase) =>
      refundLapsedSince(tx, enrollmentId, since, { changedAt: deps.clock.now(), because }),
    refundPayment: (tx: Tx, paymentId: string, because: CreditCase) =>
      refundPayment(deps, tx, paymentId, because),
    extend: (tx: Tx, enrollmentId: string, byMs: number) => extend(deps, tx, enrollmentId, byMs),
    shorten: (tx: Tx, enrollmentId: string, byMs: number, askedAt: Date) =>
      shorten(deps, tx, enrollmentId, byMs, askedAt),
    /** The charge is late: what waits for the next period can be booked with, and carried over, until then. */
    keepUntil: (tx: Tx, enrollmentId: string, until: Date) => queries.keepFreeUntil(tx, enrollmentId, until),
    lapse: (tx: Tx, enrollment: Enrollment) => lapse(deps, tx, enrollment),
    /** It goes on after all: what was to lapse with its end lapses later, of which a warning comes again. */
    resumed: (tx: Tx, enrollmentId: string) => forgetWarnings(tx, enrollmentId),
  }
}
export type CreditPeriods = ReturnType<typeof createCreditPeriods>

/** Four for a period that is paid, once, however often and in whatever order the provider's word of it comes. */
async function grantPeriod({ clock, newId }: Deps, tx: Tx, paid: Paid) {
  const now = clock.now()
  const price = priceOfCredit(paid.amount, limits.callsPerMonth)
  await queries.insertCredits(
    tx,
    Array.from({ length: limits.callsPerMonth }, (_, index) => ({
      id: newId(),
      enrollmentId: paid.enrollmentId,
      source: 'period' as const,
      periodStart: paid.periodStart,
      ordinal: index + 1,
      isOfPeriod: true,
      paymentId: paid.paymentId,
      price,
      grantedAt: now,
      usableUntil: paid.periodEnd,
      lapsesAt: after(paid.periodEnd, graceMs),
      changedAt: now,
      because: 'period_paid' as const,
    })),
  )
}

/** Where the mentor had nothing to book for as long as it could be used, a credit is there for longer. */
const asReturned = (now: Date) => {
  const usableUntil = after(now, daysMs(limits.returnedCallDays))
  const source = 'returned' as const
  return { source, usableUntil, lapsesAt: usableUntil, changedAt: now, because: 'no_times' as const }
}

const idsOf = (credits: readonly queries.CreditRow[]) => credits.map(({ id }) => id)

/** A new period has begun: one of the earlier ones' credits goes along, the rest lapses. */
async function carryOver({ clock }: Deps, tx: Tx, enrollment: Enrollment) {
  const now = clock.now()
  const left = (await queries.findFree(tx, [enrollment.id])).filter(
    ({ source, periodStart, usableUntil }) =>
      (source === 'rollover' || source === 'period') &&
      periodStart < enrollment.periodStart &&
      usableUntil <= enrollment.periodStart,
  )
  const withoutTimes = await findWithoutTimes(tx, idsOf(left), now)
  const carried = left
    .filter(({ id, source }) => source === 'period' && !withoutTimes.has(id))
    .slice(0, carriedOverMax)
  for (const credit of left) {
    if (withoutTimes.has(credit.id)) await queries.change(tx, credit.id, asReturned(now))
    else if (carried.includes(credit)) {
      await queries.change(tx, credit.id, {
        source: 'rollover',
        usableUntil: enrollment.periodEnd,
        lapsesAt: after(enrollment.periodEnd, graceMs),
        changedAt: now,
        because: 'carried_over',
      })
    } else await queries.change(tx, credit.id, { status: 'lapsed', changedAt: now, because: 'period_over' })
  }
}

/**
 * What the mentor's side or a moderator had given back is paid back, and so is what there was nothing to book for in
 * all its time; the rest lapses. What sessions hold stays theirs. Where a refund is under way, what is free is part of
 * that, and goes back once.
 */
async function end(deps: Deps, tx: Tx, { id, refundDue }: Enrollment, because: CreditCase) {
  if (refundDue !== null) return refundAll(deps, tx, [id], because)
  const { clock, refunds } = deps
  const now = clock.now()
  const free = await queries.findFree(tx, [id])
  const isOver = ({ usableUntil }: queries.CreditRow) => usableUntil <= now
  const withoutTimes = await findWithoutTimes(tx, idsOf(free.filter(isOver)), now)
  for (const credit of free) {
    const isReturned = ['returned', 'moderator'].includes(credit.source) || withoutTimes.has(credit.id)
    const isOwed = isReturned && credit.price > 0
    const status = isOwed ? 'refunded' : 'lapsed'
    const why = isOwed && withoutTimes.has(credit.id) ? 'no_times' : because
    await queries.change(tx, credit.id, { status, changedAt: now, because: why })
    if (isOwed) await refunds.ofCredit(tx, credit)
  }
}

/** What is free is part of a refund that the caller makes. */
const refundAll = ({ clock }: Deps, tx: Tx, enrollmentIds: readonly string[], because: CreditCase) =>
  queries.changeFree(tx, enrollmentIds, { status: 'refunded', changedAt: clock.now(), because })

/** All of a payment has gone back, and what it bought with it. The caller cancels sessions ahead first. */
async function refundPayment({ clock }: Deps, tx: Tx, paymentId: string, because: CreditCase) {
  for (const credit of await queries.findOfPayment(tx, paymentId))
    await queries.change(tx, credit.id, {
      status: 'refunded',
      slotId: null,
      heldAt: null,
      changedAt: clock.now(),
      because,
    })
}

/**
 * For a pause: those that are not of the paid month last as much longer as nothing can be booked, and those that a
 * session holds too, which may be free again before it. What comes back after that reckons with the pause.
 */
const extend = async (deps: Deps, tx: Tx, enrollmentId: string, byMs: number) =>
  shift(deps, tx, await findLasting(tx, enrollmentId), () => byMs, 'subscription_paused')

/**
 * For a pause that was asked for then and is taken back: those that it made last longer. What would be over by now, or
 * before its owner could be told, stays usable for the days of that notice: once, or it could be kept for ever so.
 */
async function shorten(deps: Deps, tx: Tx, enrollmentId: string, byMs: number, askedAt: Date) {
  const least = after(deps.clock.now(), daysMs(limits.lapseNoticeDays)).getTime()
  const extended = await findExtended(tx, enrollmentId, askedAt)
  const again = new Set(idsOf(extended.filter(({ wasTakenBack }) => wasTakenBack)))
  const shortenedByMs = ({ id, usableUntil }: queries.CreditRow) =>
    again.has(id) ? -byMs : -Math.max(0, Math.min(byMs, usableUntil.getTime() - least))
  await shift(deps, tx, extended, shortenedByMs, 'pause_taken_back')
}

async function shift(
  { clock }: Deps,
  tx: Tx,
  credits: readonly queries.CreditRow[],
  byMs: (credit: queries.CreditRow) => number,
  because: CreditCase,
) {
  for (const credit of credits) {
    const { id, usableUntil, lapsesAt, heldAt } = credit
    const lapses = after(lapsesAt, byMs(credit))
    await queries.change(tx, id, {
      usableUntil: after(usableUntil, byMs(credit)),
      // A session keeps the one that it was booked with.
      lapsesAt: heldAt && heldAt > lapses ? heldAt : lapses,
      changedAt: clock.now(),
      because,
    })
  }
}

async function lapse({ clock }: Deps, tx: Tx, enrollment: Enrollment) {
  const now = clock.now()
  const over = await findOver(tx, enrollment.id, now)
  const withoutTimes = await findWithoutTimes(tx, idsOf(over), now)
  for (const { id, source } of over) {
    const isKept = withoutTimes.has(id) && source !== 'bonus' && enrollment.status !== 'ended'
    const lapsed = { status: 'lapsed', changedAt: now, because: 'time_over' } as const
    await queries.change(tx, id, isKept ? asReturned(now) : lapsed)
  }
}
