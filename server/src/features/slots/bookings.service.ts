import { limits } from '@marga/contract/limits'
import type { BookSlotForm } from '@marga/contract/slots'
import type { Actor } from '../../platform/actor.ts'
import { after, type Clock, hoursMs } from '../../platform/clock.ts'
import { advisoryLock } from '../../platform/db/advisory-lock.ts'
import type { Database, Db, Tx } from '../../platform/db/database.ts'
import { type PageInput, page, readCursor } from '../../platform/db/paging.ts'
import { AppError } from '../../platform/errors.ts'
import type { BlockedPeople } from '../accounts/blocked-people.service.ts'
import type { Conversations } from '../chat/conversations.service.ts'
import type { Enrollments } from '../enrollments/enrollments.service.ts'
import type { Notifications } from '../notifications/notifications.service.ts'
import type { SlotAnnouncements } from './slot-announcements.service.ts'
import type { Meeting, SlotMails } from './slot-mails.service.ts'
import { presentSlot } from './slots.presenter.ts'
import * as queries from './slots.queries.ts'

type Deps = {
  db: Database
  clock: Clock
  enrollments: Enrollments
  notifications: Notifications
  announcements: SlotAnnouncements
  blockedPeople: BlockedPeople
  conversations: Conversations
  slotMails: SlotMails
}
type Mentee = Actor<'mentee'>

/** What mentees do with slots: book, look back, cancel. */
export function createBookings(deps: Deps) {
  const { db, clock, enrollments, notifications, announcements, blockedPeople, conversations, slotMails } =
    deps

  async function unavailable(tx: Db, slot: queries.SlotRow) {
    const alternatives = await queries.findAlternatives(
      tx,
      slot.mentorId,
      slot.type,
      slot.startsAt,
      clock.now(),
    )
    return new AppError('slot_unavailable', { details: { alternatives: alternatives.map(presentSlot) } })
  }

  /** The slot as the mentee may see it: neither of the two is shut out by the other or by us. @throws AppError not_found */
  async function findBookable(tx: Db, slotId: string, menteeId: string) {
    const slot = await queries.findSlot(tx, slotId)
    if (!slot || slot.isMentorBlocked) throw new AppError('not_found')
    if (await blockedPeople.isBlocked(tx, { menteeId, mentorId: slot.mentorId }))
      throw new AppError('not_found')
    return slot
  }

  /** Tells the mentor, mails both, and refreshes the calendars. */
  async function announceBooking(tx: Tx, slotId: string, content: (firstName: string) => string) {
    const booked = (await queries.findSlot(tx, slotId))!
    await notifications.notify(tx, booked.mentorId, {
      type: 'alert',
      content: content(booked.menteeFirstName ?? ''),
      link: '/mentors/scheduler',
    })
    await slotMails.booked(tx, booked as Meeting)
    await announcements.status(tx, booked, 'booked')
    return presentSlot(booked)
  }

  return {
    /**
     * Books by one conditional claim, with the call taken in the same transaction.
     * @throws AppError slot_unavailable (with alternatives), quota_used, slot_overlap, not_enrolled, not_found
     */
    async book(mentee: Mentee, slotId: string, form: BookSlotForm) {
      return db.transact(async (tx) => {
        const slot = await findBookable(tx, slotId, mentee.id)
        const pair = { menteeId: mentee.id, mentorId: slot.mentorId }
        if (slot.type !== 'session') throw await refusalOfIntro(tx, pair, slot)
        const paidBy = await enrollments.takeCall(tx, pair, slot.startsAt).catch(async (error: unknown) => {
          // Somebody who is too late should hear that, whatever is left of the quota.
          const isQuota = error instanceof AppError && error.code === 'quota_used'
          throw isQuota && slot.status !== 'open' ? await unavailable(tx, slot) : error
        })
        const claimed = await queries.claimOpenSlot(tx, {
          slotId,
          type: 'session',
          menteeId: mentee.id,
          topic: form.title || null,
          topicDescription: form.description || null,
          ...paidBy,
          now: clock.now(),
        })
        if (!claimed) throw await unavailable(tx, slot)
        return announceBooking(tx, slotId, (firstName) => `${firstName} has booked a session with you`)
      })
    },

    /**
     * The one free intro call of a pair; it opens their conversation.
     * @throws AppError slot_unavailable, slot_overlap, intro_used, not_found
     */
    async bookIntro(mentee: Mentee, input: { mentorId: string; slotId: string }) {
      return db.transact(async (tx) => {
        const slot = await findBookable(tx, input.slotId, mentee.id)
        if (slot.mentorId !== input.mentorId || slot.type !== 'intro') throw new AppError('not_found')
        const pair = { menteeId: mentee.id, mentorId: slot.mentorId }
        await advisoryLock(tx, `intro:${pair.menteeId}:${pair.mentorId}`)
        if (await queries.hasUsedIntro(tx, pair.menteeId, pair.mentorId)) throw new AppError('intro_used')
        const claimed = await queries.claimOpenSlot(tx, {
          slotId: slot.id,
          type: 'intro',
          menteeId: mentee.id,
          topic: null,
          topicDescription: null,
          enrollmentId: null,
          chargedPeriod: null,
          now: clock.now(),
        })
        if (!claimed) throw await unavailable(tx, slot)
        await conversations.ensure(tx, pair)
        return announceBooking(
          tx,
          slot.id,
          (firstName) => `${firstName} has booked a free intro call with you`,
        )
      })
    },

    async booked(mentee: Mentee, when: 'upcoming' | 'past', input: PageInput) {
      const now = clock.now()
      const cursor = readCursor(input.cursor, ['time', 'id'])
      const isPast = when === 'past'
      const rows = await queries
        .slots(db.query)
        .where('slot.menteeId', '=', mentee.id)
        .where(({ and, or, eb }) =>
          isPast
            ? or([eb('slot.status', '!=', 'booked'), eb('slot.endsAt', '<=', now)])
            : and([eb('slot.status', '=', 'booked'), eb('slot.endsAt', '>', now)]),
        )
        .$if(cursor !== undefined, (query) =>
          query.where(({ eb, refTuple, tuple }) =>
            eb(refTuple('slot.startsAt', 'slot.id'), isPast ? '<' : '>', tuple(...cursor!)),
          ),
        )
        .orderBy('slot.startsAt', isPast ? 'desc' : 'asc')
        .orderBy('slot.id', isPast ? 'desc' : 'asc')
        .limit(input.limit + 1)
        .execute()
      const { items, nextCursor } = page(rows, input.limit, (row) => [row.startsAt, row.id])
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
        const isReturned = slot.startsAt >= after(now, hoursMs(limits.callRefundHours))
        if (isReturned) await enrollments.giveCallBack(tx, slot)
        const released = (await queries.findSlot(tx, slotId))!
        const meeting = { ...slot, menteeId: mentee.id, calendarSequence: released.calendarSequence }
        await slotMails.cancelled(tx, meeting, { by: 'mentee', call: isReturned ? 'returned' : 'used' })
        await notifications.notify(tx, slot.mentorId, {
          type: 'alert',
          content: `${slot.menteeFirstName} has cancelled a session with you`,
          link: '/mentors/scheduler',
        })
        await announcements.status(tx, slot, 'open')
        return presentSlot(released)
      })
    },
  }

  /** Intro slots are booked by their own call; here they are not on offer. */
  async function refusalOfIntro(tx: Tx, pair: { menteeId: string; mentorId: string }, slot: queries.SlotRow) {
    return (await enrollments.isLive(tx, pair))
      ? unavailable(tx, { ...slot, type: 'session' })
      : new AppError('not_enrolled')
  }
}
export type Bookings = ReturnType<typeof createBookings>
