import type { Balance, SessionCase } from '@marga/contract/session-credit-cases'
import type { Clock, NewId } from '../../platform/clock.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { balanceOf } from './balance.rules.ts'
import type { EnrollmentOfCredit as Enrollment } from './credit-settlements.rules.ts'
import { createCreditSettlements, type Settlement } from './credit-settlements.service.ts'
import { findFreeOfAll } from './free-credits.queries.ts'
import type { Refunds } from './refunds.service.ts'
import * as queries from './session-credits.queries.ts'

type Deps = { clock: Clock; newId: NewId; refunds: Refunds }

/**
 * The ledger of session credits. Everything that changes one needs the lock of its enrollment; what may follow what
 * is the database's to refuse.
 */
export function createSessionCredits(deps: Deps) {
  const settlements = createCreditSettlements({
    ...deps,
    balances: (tx: Tx, enrollments: readonly Enrollment[]) => balances(deps, tx, enrollments),
  })
  return {
    take: (tx: Tx, enrollmentId: string, slotId: string) => take(deps, tx, enrollmentId, slotId),
    move: (tx: Tx, from: string, to: string) => move(deps, tx, from, to),
    /** @returns undefined where no credit is held: an intro call, or done before */
    settle: async (tx: Tx, slotId: string, of: SessionCase, enrollment: Enrollment | undefined) =>
      (await settlements.settleAll(tx, [{ slotId, of, enrollment }])).get(slotId),
    /** The same for many by a few statements; by slot. Every balance is the one after all of them. */
    settleAll: (tx: Tx, all: readonly Settlement[]) => settlements.settleAll(tx, all),
    correct: settlements.correct,
    /** The credit that a session had, wherever it is now. */
    lastOfSlot: queries.findLastOfSlot,
    balance: (db: Db, enrollment: Enrollment) => balance(deps, db, enrollment),
    balances: (db: Db, enrollments: readonly Enrollment[]) => balances(deps, db, enrollments),
    /** What is free, or would be if the sessions ahead were cancelled. */
    unusedOfAll: (db: Db, enrollmentIds: readonly string[]) =>
      queries.findUnusedOfAll(db, enrollmentIds, deps.clock.now()),
    free: (db: Db, enrollmentId: string) => queries.findFree(db, [enrollmentId]),
    /** Of many enrollments. */
    freeOfAll: queries.findFree,
  }
}
export type SessionCredits = ReturnType<typeof createSessionCredits>

/** The usable one that lapses first holds the slot. @returns undefined when none is usable */
const take = ({ clock }: Deps, tx: Tx, enrollmentId: string, slotId: string) =>
  queries.holdUsable(tx, { enrollmentId, slotId, now: clock.now() })

/** The credit goes along when its session moves; nothing for an intro call, which has none. */
async function move({ clock }: Deps, tx: Tx, from: string, to: string) {
  const credit = await queries.findOfSlot(tx, from)
  if (credit) await queries.change(tx, credit.id, { slotId: to, changedAt: clock.now(), because: 'moved' })
}

const balance = async ({ clock }: Deps, db: Db, enrollment: Enrollment): Promise<Balance> =>
  balanceOf(enrollment, await findFreeOfAll(db, [enrollment.id], clock.now()))

/** By enrollment. */
async function balances({ clock }: Deps, db: Db, enrollments: readonly Enrollment[]) {
  const free = await findFreeOfAll(
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
