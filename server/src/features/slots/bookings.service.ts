import { AsyncLocalStorage } from 'node:async_hooks'
import type { BookSlotForm, Slot } from '@marga/contract/slots'
import type { Actor } from '../../platform/actor.ts'
import type { Clock, NewId } from '../../platform/clock.ts'
import { StaleReadError } from '../../platform/db/conflicts.ts'
import type { Database, Db, Tx } from '../../platform/db/database.ts'
import type { AppError } from '../../platform/errors.ts'
import type { Availabilities } from '../availability/availability.service.ts'
import type { Enrollments } from '../enrollments/enrollments.service.ts'
import type { SessionCredits } from '../session-credits/session-credits.service.ts'
import { slotUnavailable } from './alternatives.service.ts'
import * as claims from './booking-claims.queries.ts'
import type { BookingNotifications } from './booking-notifications.service.ts'
import { rejectionReason } from './bookings.rules.ts'
import { presentSlot } from './slots.presenter.ts'

type Deps = {
  db: Database
  clock: Clock
  newId: NewId
  availabilities: Availabilities
  enrollments: Enrollments
  sessionCredits: SessionCredits
  bookingNotifications: BookingNotifications
}
type Mentee = Actor<'mentee'>
type Candidate = claims.BookingCandidate

/**
 * Mentees book sessions. Of many who want the same slot one books at a time in this process; the others wait, and
 * those who come too late are refused by reading, before anything is locked or written for them.
 */
export function createBookings(deps: Deps) {
  const awaitTurn = createTurns((requests) => decideTogether(deps, requests))
  return {
    /** Ends after the transaction that books. @throws AppError slot_unavailable (with alternatives), quota_used, not_enrolled, not_found */
    awaitTurn: (mentee: Mentee, slotId: string) => awaitTurn({ menteeId: mentee.id, slotId }),
    /** @param seen what was found when the turn began */
    book: (mentee: Mentee, slotId: string, form: BookSlotForm, seen: Candidate) =>
      bookSession(deps, mentee, { slotId, form, seen }),
  }
}
export type Bookings = ReturnType<typeof createBookings>

/** Who may book, by one statement for all who want the same slot. @returns for each what was found, or why not */
async function decideTogether(
  { db, clock }: Deps,
  requests: readonly claims.BookingRequest[],
): Promise<(AppError | Candidate)[]> {
  const found = await claims.findBookingCandidates(db.query, requests, clock.now())
  const now = clock.now()
  let taken: Promise<AppError> | undefined
  return Promise.all(
    found.map((candidate) => {
      const reason = rejectionReason(candidate, now)
      if (reason !== 'taken') return reason ?? candidate!
      taken ??= unavailable(db.query, candidate!, now)
      return taken
    }),
  )
}

const readAtOnceMax = 500

type Turn = { found: Candidate; end: () => void }
type Waiting = {
  request: claims.BookingRequest
  resolve: (turn: Turn) => void
  reject: (error: unknown) => void
}

/**
 * A place to wait for the slot, which spares the database a queue of transactions of which all but one come too late.
 * Between processes the claim alone decides.
 */
function createTurns(
  decideTogether: (requests: readonly claims.BookingRequest[]) => Promise<(AppError | Candidate)[]>,
) {
  /** By slot: those who wait while somebody has the turn. */
  const queues = new Map<string, Waiting[]>()
  // Many are read about together: that must not happen in a transaction, or on behalf, of one of them.
  const runDetached = AsyncLocalStorage.snapshot()

  /** Gives the turn to the first who may still book, refuses those who may not, and lets the others wait on. */
  async function beginNext(slotId: string) {
    const queue = queues.get(slotId)!
    while (queue.length > 0) {
      const asking = queue.splice(0, readAtOnceMax)
      const answers = await decideTogether(asking.map(({ request }) => request)).catch((error: Error) =>
        asking.map(() => error),
      )
      const able = asking.flatMap((waiting, index) => {
        const answer = answers[index]!
        if (!(answer instanceof Error)) return [{ waiting, found: answer }]
        waiting.reject(answer)
        return []
      })
      const [first, ...others] = able
      if (!first) continue
      queue.unshift(...others.map(({ waiting }) => waiting))
      first.waiting.resolve({ found: first.found, end: () => void runDetached(beginNext, slotId) })
      return
    }
    queues.delete(slotId)
  }

  return (request: claims.BookingRequest) =>
    new Promise<Turn>((resolve, reject) => {
      const waiting = { request, resolve, reject }
      const queue = queues.get(request.slotId)
      if (queue) queue.push(waiting)
      else {
        queues.set(request.slotId, [waiting])
        void runDetached(beginNext, request.slotId)
      }
    })
}

type Wanted = { slotId: string; form: BookSlotForm; seen: Candidate }

/**
 * Books a session by a conditional claim, with the session credit taken in the same transaction.
 * @throws AppError slot_unavailable (with alternatives), quota_used, slot_overlap, not_enrolled, not_found
 */
async function bookSession(
  deps: Deps,
  mentee: Mentee,
  { slotId, form: { title, description }, seen }: Wanted,
): Promise<Slot> {
  const { db, clock, newId, availabilities, enrollments, sessionCredits, bookingNotifications } = deps
  const request = { slotId, menteeId: mentee.id }
  return db.transact(async (tx) => {
    const now = clock.now()
    if (seen.hasMaximum) await availabilities.lockMaxima(tx, seen.mentorId)
    if (seen.payerId) await enrollments.holdPayer(tx, seen.payerId)
    const candidate = await claims.findBookingCandidate(tx, request, { now, isLocking: true })
    await refuseIfRejected(tx, candidate, now)
    // A maximum that came since is not locked: others may be booking beside it.
    if (candidate!.hasMaximum && !seen.hasMaximum) throw await unavailable(tx, candidate!, now)
    const { payerId, periodNo } = candidate!
    const claimed = await claims.claimOpenSlot(
      tx,
      'session',
      {
        ...request,
        bookingId: newId(),
        topic: title || null,
        topicDescription: description || null,
        enrollmentId: payerId,
        chargedPeriod: periodNo,
      },
      { now },
    )
    // The slot was waited for, and the mentor's notice or maximum read before that.
    if (!claimed) throw await unavailable(tx, candidate!, now)
    const credit = await sessionCredits.take(tx, payerId!, slotId)
    // Seen by the lock of another enrollment than the one that pays now, and taken meanwhile.
    if (!credit) throw new StaleReadError('A session credit was left under the lock, and is not.')
    const booked = claims.bookedRow(candidate!, { ...claimed, creditId: credit.id })
    await bookingNotifications.booked(tx, booked)
    return presentSlot(booked)
  })
}

async function refuseIfRejected(tx: Tx, candidate: Candidate | undefined, now: Date) {
  const reason = rejectionReason(candidate, now)
  if (reason === 'taken') throw await unavailable(tx, candidate!, now)
  if (reason) throw reason
}

const unavailable = (db: Db, candidate: Candidate, now: Date) =>
  slotUnavailable(db, { ...candidate, type: 'session' }, now)
