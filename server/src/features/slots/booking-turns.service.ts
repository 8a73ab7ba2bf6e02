import { createBatcher } from '../../platform/batcher.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import type { AppError } from '../../platform/errors.ts'
import { createTurns } from '../../platform/turns.ts'
import { slotUnavailable } from './alternatives.service.ts'
import {
  type BookingCandidate,
  type BookingRequest,
  findBookingCandidates,
} from './booking-candidates.queries.ts'
import { rejectionReason } from './bookings.rules.ts'

type Deps = { db: Database; clock: Clock }
const atOnceMax = 500

/**
 * Of many who want the same slot, those who come too late are refused by reading, before anything is locked or written
 * for them: one books at a time, the others of this process wait, and are told together what became of it. The claim
 * decides nevertheless, between processes, too.
 */
export function createBookingTurns({ db, clock }: Deps) {
  const turns = createTurns()
  const candidates = createBatcher<BookingRequest, BookingCandidate | undefined>({
    sizeMax: atOnceMax,
    run: (requests) => findBookingCandidates(db.query, requests, clock.now()),
  })
  /** What those who lost the same slot are told. */
  const reasons = new Map<string, Promise<AppError>>()

  function reasonOf(candidate: BookingCandidate, now: Date): Promise<AppError> {
    const { id } = candidate
    const known = reasons.get(id)
    if (known) return known
    const reason = slotUnavailable(db.query, { ...candidate, type: 'session' }, now)
    reasons.set(id, reason)
    return reason.finally(() => reasons.delete(id))
  }

  return {
    /** Ends after the transaction that books. @throws AppError slot_unavailable (with alternatives), quota_used, not_enrolled, not_found */
    async awaitTurn(request: BookingRequest) {
      for (;;) {
        const found = await candidates.add(request)
        const now = clock.now()
        const reason = rejectionReason(found, now)
        if (reason === 'taken') throw await reasonOf(found!, now)
        if (reason) throw reason
        const other = turns.ofOther(request.slotId)
        if (!other) return { found: found!, end: turns.begin(request.slotId) }
        await other
      }
    },
  }
}
