import { limits } from '@marga/contract/limits'
import type { Actor } from '../../platform/actor.ts'
import type { AttemptLimiter } from '../../platform/attempt-limiter.ts'
import { type Clock, daysMs, type NewId } from '../../platform/clock.ts'
import { advisoryLock } from '../../platform/db/advisory-lock.ts'
import type { Database } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { Availabilities } from '../availability/availability.service.ts'
import type { Conversations } from '../chat/conversations.service.ts'
import { slotUnavailable } from './alternatives.service.ts'
import * as claims from './booking-claims.queries.ts'
import type { BookingNotifications } from './booking-notifications.service.ts'
import { presentSlot } from './slots.presenter.ts'

type Deps = {
  db: Database
  clock: Clock
  newId: NewId
  attempts: AttemptLimiter
  availabilities: Availabilities
  conversations: Conversations
  bookingNotifications: BookingNotifications
}
type Mentee = Actor<'mentee'>
type Pair = { menteeId: string; mentorId: string }

/** Mentees book the free call in which a pair gets to know each other. */
export function createIntroBookings(deps: Deps) {
  return {
    book: (mentee: Mentee, input: { mentorId: string; slotId: string }) => bookIntro(deps, mentee, input),
  }
}
export type IntroBookings = ReturnType<typeof createIntroBookings>

const restrictedMessage = 'You cannot meet another mentor for the first time for now.'

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
    await claims.holdMentor(tx, input.mentorId)
    const slot = await claims.findBookingCandidate(tx, request, { now: clock.now() })
    if (!slot || slot.isMentorBlocked || slot.isMentorRestricted || slot.isBlocked)
      throw new AppError('not_found')
    if (slot.isBookerRestricted) throw new AppError('forbidden', { message: restrictedMessage })
    if (slot.mentorId !== input.mentorId) throw new AppError('not_found')
    if (slot.type !== 'intro') throw await slotUnavailable(tx, { ...slot, type: 'intro' }, clock.now())
    const pair = { menteeId: mentee.id, mentorId: slot.mentorId }
    await advisoryLock(tx, `intro:${pair.menteeId}:${pair.mentorId}`)
    if (await claims.hasUsedIntro(tx, pair.menteeId, pair.mentorId)) throw new AppError('intro_used')
    await countIntro(attempts, pair)
    const claim = {
      ...request,
      bookingId: newId(),
      topic: null,
      topicDescription: null,
      enrollmentId: null,
      chargedPeriod: null,
    }
    const claimed = await claims.claimOpenSlot(tx, 'intro', claim, { now: clock.now() })
    if (!claimed) throw await slotUnavailable(tx, slot, clock.now())
    await conversations.ensure(tx, pair)
    const booked = claims.bookedRow(slot, { ...claimed, creditId: null })
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
    const message = `You have booked an intro call with this mentor ${limit.max} times within a day. You can book the next one in 24 hours or less.`
    throw new AppError('intro_used', { message })
  })
}
