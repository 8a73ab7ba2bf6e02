import { limits } from '@marga/contract/limits'
import { cancelCase } from '@marga/contract/session-credit-cases'
import type { BookSlotForm, Slot } from '@marga/contract/slots'
import type { Actor } from '../../platform/actor.ts'
import type { AttemptLimiter } from '../../platform/attempt-limiter.ts'
import { type Clock, daysMs, type NewId } from '../../platform/clock.ts'
import { advisoryLock } from '../../platform/db/advisory-lock.ts'
import { StaleReadError } from '../../platform/db/conflicts.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import type { Cursors, PageInput } from '../../platform/db/paging.ts'
import { AppError } from '../../platform/errors.ts'
import type { Availabilities } from '../availability/availability.service.ts'
import type { Conversations } from '../chat/conversations.service.ts'
import type { Enrollments } from '../enrollments/enrollments.service.ts'
import type { SessionCredits } from '../session-credits/session-credits.service.ts'
import { slotUnavailable } from './alternatives.service.ts'
import * as candidates from './booking-candidates.queries.ts'
import type { BookingNotifications } from './booking-notifications.service.ts'
import { createBookingTurns } from './booking-turns.service.ts'
import * as bookings from './bookings.queries.ts'
import { earlyUntil, isGivenBack, rejectionReason } from './bookings.rules.ts'
import { lockSlots } from './moves.queries.ts'
import type { SlotMails } from './slot-mails.service.ts'
import { presentSlot } from './slots.presenter.ts'
import * as queries from './slots.queries.ts'

type Deps = {
  db: Database
  clock: Clock
  cursors: Cursors
  attempts: AttemptLimiter
  newId: NewId
  availabilities: Availabilities
  enrollments: Enrollments
  sessionCredits: SessionCredits
  bookingNotifications: BookingNotifications
  conversations: Conversations
  slotMails: SlotMails
}
type Mentee = Actor<'mentee'>
type Pair = { menteeId: string; mentorId: string }

/** What mentees do with slots: book sessions and intro calls, look back, cancel. */
export function createBookings(deps: Deps) {
  const turns = createBookingTurns(deps)
  return {
    awaitTurn: (mentee: Mentee, slotId: string) => turns.awaitTurn({ menteeId: mentee.id, slotId }),
    /** @param seen what was found when the turn began */
    book: (mentee: Mentee, slotId: string, form: BookSlotForm, seen: candidates.BookingCandidate) =>
      bookSession(deps, mentee, { slotId, form, seen }),
    bookIntro: (mentee: Mentee, input: { mentorId: string; slotId: string }) =>
      bookIntro(deps, mentee, input),
    booked: (mentee: Mentee, when: 'upcoming' | 'past', input: PageInput) =>
      listBooked(deps, mentee, when, input),
    cancel: (mentee: Mentee, slotId: string) => cancel(deps, mentee, slotId),
  }
}
export type Bookings = ReturnType<typeof createBookings>

type Wanted = { slotId: string; form: BookSlotForm; seen: candidates.BookingCandidate }

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
    const candidate = await candidates.findBookingCandidate(tx, request, { now, isLocking: true })
    await refuseIfRejected(tx, candidate, now)
    // A maximum that came since is not locked: others may be booking beside it.
    if (candidate!.hasMaximum && !seen.hasMaximum) throw await unavailable(tx, candidate!, now)
    const { payerId, periodNo } = candidate!
    const claimed = await bookings.claimOpenSlot(
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
    const booked = candidates.bookedRow(candidate!, { ...claimed, creditId: credit.id })
    await bookingNotifications.booked(tx, booked)
    return presentSlot(booked)
  })
}

async function refuseIfRejected(tx: Tx, candidate: candidates.BookingCandidate | undefined, now: Date) {
  const reason = rejectionReason(candidate, now)
  if (reason === 'taken') throw await unavailable(tx, candidate!, now)
  if (reason) throw reason
}

const unavailable = (tx: Tx, candidate: candidates.BookingCandidate, now: Date) =>
  slotUnavailable(tx, { ...candidate, type: 'session' }, now)

const restrictedMessage =
  'You cannot meet another mentor for the first time for now. The email about it says until when.'

/**
 * The one free intro call of a pair; it opens their conversation.
 * @throws AppError slot_unavailable, slot_overlap, intro_used, not_found
 */
async function bookIntro(
  { db, clock, newId, attempts, availabilities, conversations, bookingNotifications }: Deps,
  mentee: Mentee,
  input: { mentorId: string; slotId: string },
) {
  const request = { slotId: input.slotId, menteeId: mentee.id }
  return db.transact(async (tx) => {
    // The one lock order: hours, then the mentor. Whether there is a maximum may change while they are waited for.
    await availabilities.lockMaxima(tx, input.mentorId)
    await bookings.holdMentor(tx, input.mentorId)
    const slot = await candidates.findBookingCandidate(tx, request, { now: clock.now() })
    if (!slot || slot.isMentorBlocked || slot.isMentorRestricted || slot.isBlocked)
      throw new AppError('not_found')
    if (slot.isBookerRestricted) throw new AppError('forbidden', { message: restrictedMessage })
    if (slot.mentorId !== input.mentorId) throw new AppError('not_found')
    if (slot.type !== 'intro') throw await slotUnavailable(tx, { ...slot, type: 'intro' }, clock.now())
    const pair = { menteeId: mentee.id, mentorId: slot.mentorId }
    await advisoryLock(tx, `intro:${pair.menteeId}:${pair.mentorId}`)
    if (await bookings.hasUsedIntro(tx, pair.menteeId, pair.mentorId)) throw new AppError('intro_used')
    await countIntro(attempts, pair)
    const claim = {
      ...request,
      bookingId: newId(),
      topic: null,
      topicDescription: null,
      enrollmentId: null,
      chargedPeriod: null,
    }
    const claimed = await bookings.claimOpenSlot(tx, 'intro', claim, { now: clock.now() })
    if (!claimed) throw await slotUnavailable(tx, slot, clock.now())
    await conversations.ensure(tx, pair)
    const booked = candidates.bookedRow(slot, { ...claimed, creditId: null })
    await bookingNotifications.booked(tx, booked)
    return presentSlot(booked)
  })
}

/**
 * The mentor is told each time, also of one that is cancelled and booked again. Counted in the booking's transaction,
 * so that one that fails does not count. @throws AppError intro_used
 */
async function countIntro(attempts: AttemptLimiter, { menteeId, mentorId }: Pair) {
  const limit = { max: limits.introBookingsADay, windowMs: daysMs(1) }
  await attempts.spend(['intro', menteeId, mentorId], limit).catch((error: unknown) => {
    if (!(error instanceof AppError) || error.code !== 'rate_limited') throw error
    const message = `You have booked an intro call with this mentor ${limit.max} times within a day. You can book the next one tomorrow.`
    throw new AppError('intro_used', { message })
  })
}

async function listBooked(
  { db, clock, cursors }: Deps,
  mentee: Mentee,
  when: 'upcoming' | 'past',
  input: PageInput,
) {
  const { items, nextCursor } = await cursors.page(
    bookings.bookedSlots(db.query, mentee.id, when, clock.now()),
    {
      list: `${when} bookings`,
      columns: ['slot.startsAt', 'slot.id'],
      order: when === 'past' ? 'desc' : 'asc',
      markOf: (row) => [row.startsAt, row.id],
    },
    input,
  )
  return { bookedSlots: items.map(presentSlot), nextCursor }
}

/**
 * The slot opens again; the credit comes back when the session was far enough away.
 * @throws AppError not_cancellable, not_found
 */
async function cancel(
  { db, clock, enrollments, sessionCredits, bookingNotifications, slotMails }: Deps,
  mentee: Mentee,
  slotId: string,
) {
  return db.transact(async (tx) => {
    const seen = await queries.findSlot(tx, slotId)
    if (seen?.menteeId !== mentee.id) throw new AppError('not_found')
    const payer = await enrollments.lockPayer(tx, seen.enrollmentId)
    // It may have been moved while the lock was waited for, and what becomes of the call depends on its start.
    await lockSlots(tx, [slotId])
    const slot = (await queries.findSlot(tx, slotId))!
    const now = clock.now()
    if (!(await bookings.releaseSlot(tx, slotId, mentee.id, now))) throw new AppError('not_cancellable')
    const of = cancelCase('mentee', { now, earlyUntil: earlyUntil(slot) })
    const call = (await sessionCredits.settle(tx, slotId, of, payer)) ?? null
    const released = (await queries.findSlot(tx, slotId))!
    const meeting = { ...slot, menteeId: mentee.id, calendarSequence: released.calendarSequence }
    await slotMails.cancelled(tx, [{ meeting, by: 'mentee', call }])
    await bookingNotifications.cancelled(tx, slot)
    return { data: presentSlot(released), isCallReturned: isGivenBack(call), call }
  })
}
