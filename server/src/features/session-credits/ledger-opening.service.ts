import { limits } from '@marga/contract/limits'
import type { Clock } from '../../platform/clock.ts'
import { advisoryLock } from '../../platform/db/advisory-lock.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Log } from '../../platform/log.ts'
import * as opening from './ledger-opening.queries.ts'
import * as queries from './session-credits.queries.ts'
import type { SessionCredits } from './session-credits.service.ts'

type Deps = { db: Database; clock: Clock; log: Log; sessionCredits: SessionCredits }

const adoptedMax = 1000

/** Brings what was counted before there was a ledger into it. Safe to repeat, and to run beside itself and requests. */
export function createLedgerOpening(deps: Deps) {
  return {
    /** In small transactions, before requests are taken. */
    open: async () => {
      while ((await openSome(deps)) > 0);
      await adopt(deps)
    },
    adopt: () => adopt(deps),
  }
}
export type LedgerOpening = ReturnType<typeof createLedgerOpening>

/** One process after the other: who waits sees afterwards what the first has opened. @returns how many; 0 at the end */
const openSome = ({ db, clock }: Deps) =>
  db.transact(async (tx) => {
    await advisoryLock(tx, 'session credits: opening')
    return opening.openLedgers(tx, clock.now(), limits.paymentGraceDays)
  })

async function adopt({ db, log, sessionCredits }: Deps) {
  for (const { id, enrollmentId } of await opening.findWithoutCredit(db.query, adoptedMax)) {
    const credit = await db.transact(async (tx) => {
      await queries.lockEnrollment(tx, enrollmentId)
      // Whoever was faster has given it one.
      return (await queries.findOfSlot(tx, id)) ?? (await sessionCredits.take(tx, enrollmentId, id))
    })
    if (!credit)
      log.warn({ slotId: id, enrollmentId }, 'a booked session has no session credit, and none is left')
  }
}
