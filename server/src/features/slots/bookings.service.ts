import { limits } from '@marga/contract/limits'
import type { Actor } from '../../platform/actor.ts'
import { after, type Clock, hoursMs } from '../../platform/clock.ts'
import { advisoryLock } from '../../platform/db/advisory-lock.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Cursors, PageInput } from '../../platform/db/paging.ts'
import { AppError } from '../../platform/errors.ts'
import type { Conversations } from '../chat/conversations.service.ts'
import type { Enrollments } from '../enrollments/enrollments.service.ts'
import type { BookingNotifications } from './booking-notifications.service.ts'
import { slotUnavailable } from './session-bookings.service.ts'
import { meetingKindText, type SlotMails } from './slot-mails.service.ts'
import { presentSlot } from './slots.presenter.ts'
import * as queries from './slots.queries.ts'

type Deps = {
  db: Database
  clock: Clock
  cursors: Cursors
  enrollments: Enrollments
  bookingNotifications: BookingNotifications
  conversations: Conversations
  slotMails: SlotMails
}
type Mentee = Actor<'mentee'>

/** What mentees do with slots beside booking sessions: book intro calls, look back, cancel. */
export function createBookings(deps: Deps) {
  const { db, clock, cursors, enrollments, bookingNotifications, conversations, slotMails } = deps

  return {
    /**
     * The one free intro call of a pair; it opens their conversation.
     * @throws AppError slot_unavailable, slot_overlap, intro_used, not_found
     */
    async bookIntro(mentee: Mentee, input: { mentorId: string; slotId: string }) {
      return db.transact(async (tx) => {
        const wish = { slotId: input.slotId, menteeId: mentee.id }
        const slot = await queries.wishes(tx, [wish]).executeTakeFirst()
        if (!slot || slot.isMentorBlocked || slot.isBlocked) throw new AppError('not_found')
        if (slot.mentorId !== input.mentorId || slot.type !== 'intro') throw new AppError('not_found')
        const pair = { menteeId: mentee.id, mentorId: slot.mentorId }
        await advisoryLock(tx, `intro:${pair.menteeId}:${pair.mentorId}`)
        if (await queries.hasUsedIntro(tx, pair.menteeId, pair.mentorId)) throw new AppError('intro_used')
        const claim = {
          ...wish,
          topic: null,
          topicDescription: null,
          enrollmentId: null,
          chargedPeriod: null,
        }
        const [claimed] = await queries.claimOpenSlots(tx, 'intro', [claim], clock.now())
        if (!claimed) throw await slotUnavailable(tx, slot, clock.now())
        await conversations.ensure(tx, pair)
        const booked = queries.bookedRow(slot, claimed)
        await bookingNotifications.booked(tx, [booked])
        return presentSlot(booked)
      })
    },

    async booked(mentee: Mentee, when: 'upcoming' | 'past', input: PageInput) {
      const now = clock.now()
      const isPast = when === 'past'
      const query = queries
        .slots(db.query)
        .where('slot.menteeId', '=', mentee.id)
        .where(({ and, or, eb }) =>
          isPast
            ? or([eb('slot.status', '!=', 'booked'), eb('slot.endsAt', '<=', now)])
            : and([eb('slot.status', '=', 'booked'), eb('slot.endsAt', '>', now)]),
        )
      const { items, nextCursor } = await cursors.page(
        query,
        {
          list: `${when} bookings`,
          columns: ['slot.startsAt', 'slot.id'],
          order: isPast ? 'desc' : 'asc',
          markOf: (row) => [row.startsAt, row.id],
        },
        input,
      )
      return { bookedSlots: items.map(presentSlot), nextCursor }
    },

    /** The slot opens again; the call comes back when the session was far enough away. @throws AppError not_cancellable, not_found */
    async cancel(mentee: Mentee, slotId: string) {
      return db.transact(async (tx) => {
        const slot = await queries.findSlot(tx, slotId)
        if (slot?.menteeId !== mentee.id) throw new AppError('not_found')
        await enrollments.lockPayer(tx, slot.enrollmentId)
        const now = clock.now()
        if (!(await queries.releaseSlot(tx, slotId, mentee.id, now))) throw new AppError('not_cancellable')
        const isInTime = slot.startsAt >= after(now, hoursMs(limits.callRefundHours))
        const isCallReturned = isInTime && (await enrollments.returnSessionCredit(tx, slot))
        const released = (await queries.findSlot(tx, slotId))!
        const meeting = { ...slot, menteeId: mentee.id, calendarSequence: released.calendarSequence }
        await slotMails.cancelled(tx, meeting, {
          by: 'mentee',
          call: isInTime ? meetingKindText(isCallReturned) : 'used',
        })
        await bookingNotifications.cancelled(tx, slot)
        return { data: presentSlot(released), isCallReturned }
      })
    },
  }
}
export type Bookings = ReturnType<typeof createBookings>
