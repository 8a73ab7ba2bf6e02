import { limits } from '@marga/contract/limits'
import type { ServerEvents } from '@marga/contract/realtime'
import type { BookSlotForm, SlotDetails } from '@marga/contract/slots'
import { texts } from '@marga/contract/texts'
import { after, type Clock, daysMs, hoursMs, type NewId } from '../../platform/clock.ts'
import { advisoryLock } from '../../platform/db/advisory-lock.ts'
import type { Database, Db, Tx } from '../../platform/db/database.ts'
import { type PageInput, page, readCursor } from '../../platform/db/paging.ts'
import { boundedRange, type RangeInput } from '../../platform/db/range.ts'
import { AppError } from '../../platform/errors.ts'
import type { Realtime } from '../../platform/realtime.ts'
import type { BlockedPeople } from '../accounts/blocked-people.service.ts'
import type { Conversations } from '../chat/conversations.service.ts'
import type { Enrollments } from '../enrollments/enrollments.service.ts'
import type { Notifications } from '../notifications/notifications.service.ts'
import type { SearchIndex } from '../search/search-index.service.ts'
import { layOut } from './slot-repetition.rules.ts'
import { presentSlot } from './slots.presenter.ts'
import * as queries from './slots.queries.ts'

type Deps = {
  db: Database
  clock: Clock
  newId: NewId
  realtime: Realtime
  enrollments: Enrollments
  notifications: Notifications
  searchIndex: SearchIndex
  blockedPeople: BlockedPeople
  conversations: Conversations
}
type Mentee = { id: string }
type Mentor = { id: string }

export function createSlots({
  db,
  clock,
  newId,
  realtime,
  enrollments,
  notifications,
  searchIndex,
  blockedPeople,
  conversations,
}: Deps) {
  /** Tells mentees that the mentor's schedule changed: one stored notification each, carried by the event. */
  async function announceSchedule(
    tx: Tx,
    slot: { id: string; mentorId: string; menteeId: string | null },
    change: ServerEvents['scheduler']['change'],
  ) {
    const enrolled = await enrollments.menteeIdsOf(tx, slot.mentorId)
    const told = [...new Set(slot.menteeId ? [...enrolled, slot.menteeId] : enrolled)]
    const stored = await notifications.store(tx, told, {
      type: 'alert',
      content: texts.notifications.scheduleChanged,
      link: `/mentees/schedules?mentor=${slot.mentorId}`,
    })
    db.afterCommit(() => {
      for (const [accountId, notification] of stored) {
        realtime.emit(accountId, 'scheduler', {
          mentorId: slot.mentorId,
          slotId: slot.id,
          change,
          notification,
        })
      }
    })
  }

  /** Refreshes the calendars of everybody who may see the slot; no toast. */
  async function announceStatus(
    tx: Tx,
    slot: { id: string; mentorId: string },
    status: ServerEvents['slots']['status'],
  ) {
    const watching = [slot.mentorId, ...(await enrollments.menteeIdsOf(tx, slot.mentorId))]
    db.afterCommit(() =>
      realtime.emit(watching, 'slots', { mentorId: slot.mentorId, slotId: slot.id, status }),
    )
    await searchIndex.refreshNextAvailable(tx, slot.mentorId)
  }

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

  /** Tells the mentor and refreshes the calendars. */
  async function announceBooking(tx: Tx, slotId: string, content: (firstName: string) => string) {
    const booked = (await queries.findSlot(tx, slotId))!
    await notifications.notify(tx, booked.mentorId, {
      type: 'alert',
      content: content(booked.menteeFirstName ?? ''),
      link: '/mentors/scheduler',
    })
    await announceStatus(tx, booked, 'booked')
    return presentSlot(booked)
  }

  return {
    /** @throws AppError slot_overlap, invalid_request */
    async publish(mentor: Mentor, details: SlotDetails) {
      const now = clock.now()
      const rows = layOut(details, now).map((span) => ({
        id: newId(),
        mentorId: mentor.id,
        type: details.type,
        startsAt: span.start,
        endsAt: span.end,
        mentorPreferences: details.mentorPreferences ?? '',
        mentorDescription: details.description ?? '',
        createdAt: now,
      }))
      return db.transact(async (tx) => {
        await queries.insertSlots(tx, rows)
        const first = rows[0]!
        await announceSchedule(tx, { ...first, menteeId: null }, 'published')
        await announceStatus(tx, first, 'open')
        const created = await queries
          .slots(tx)
          .where(
            'slot.id',
            'in',
            rows.map((row) => row.id),
          )
          .orderBy('slot.startsAt')
          .execute()
        return created.map(presentSlot)
      })
    },

    async ofMentor(mentor: Mentor, input: RangeInput) {
      const range = boundedRange(input, after(clock.now(), -daysMs(7)), limits.slotRangeDaysMax)
      const rows = await queries
        .slots(db.query)
        .where('slot.mentorId', '=', mentor.id)
        .where('slot.endsAt', '>', range.from)
        .where('slot.startsAt', '<', range.to)
        .orderBy('slot.startsAt')
        .limit(limits.unpagedListMax)
        .execute()
      return rows.map(presentSlot)
    },

    /** @throws AppError not_found */
    async get(mentor: Mentor, slotId: string) {
      const slot = await queries.findSlot(db.query, slotId)
      if (slot?.mentorId !== mentor.id) throw new AppError('not_found')
      return presentSlot(slot)
    },

    /** @throws AppError not_found, not_cancellable */
    async remove(mentor: Mentor, slotId: string) {
      return db.transact(async (tx) => {
        const slot = await queries.findSlot(tx, slotId)
        if (slot?.mentorId !== mentor.id) throw new AppError('not_found')
        if (await queries.deleteOpenSlot(tx, slotId, mentor.id)) {
          await announceSchedule(tx, { ...slot, menteeId: null }, 'deleted')
          await announceStatus(tx, slot, 'deleted')
          return presentSlot(slot)
        }
        await enrollments.lockPayer(tx, slot.enrollmentId)
        if (!(await queries.cancelBookedSlot(tx, slotId, mentor.id, clock.now())))
          throw new AppError('not_cancellable')
        const cancelled = (await queries.findSlot(tx, slotId))!
        await enrollments.giveCallBack(tx, cancelled)
        await announceSchedule(tx, cancelled, 'cancelled')
        await announceStatus(tx, cancelled, 'cancelled')
        return presentSlot(cancelled)
      })
    },

    /** Booked sessions that start within 24 h or are running. */
    async upcomingLive(mentor: Mentor) {
      const now = clock.now()
      const rows = await queries
        .slots(db.query)
        .where('slot.mentorId', '=', mentor.id)
        .where('slot.status', '=', 'booked')
        .where('slot.endsAt', '>', now)
        .where('slot.startsAt', '<', after(now, hoursMs(limits.upcomingSessionHours)))
        .orderBy('slot.startsAt')
        .limit(limits.unpagedListMax)
        .execute()
      return rows.map(presentSlot)
    },

    /** What a mentee may book of a mentor, and the mentee's own. @throws AppError not_found */
    async forMentee(mentee: Mentee, mentorId: string, input: RangeInput) {
      const now = clock.now()
      const range = boundedRange(input, now, limits.slotRangeDaysMax)
      const mentor = await db.query
        .selectFrom('mentorProfile')
        .innerJoin('account', 'account.id', 'mentorProfile.accountId')
        .select('account.id')
        .where('account.id', '=', mentorId)
        .where('account.isBlocked', '=', false)
        .where('mentorProfile.status', '=', 'accepted')
        .executeTakeFirst()
      const pair = { menteeId: mentee.id, mentorId }
      if (!mentor || (await blockedPeople.isBlocked(db.query, pair))) throw new AppError('not_found')
      const isEnrolled = await enrollments.isLive(db.query, pair)
      const mayIntro = !(await queries.hasUsedIntro(db.query, mentee.id, mentorId))
      const types = [...(isEnrolled ? (['session'] as const) : []), ...(mayIntro ? (['intro'] as const) : [])]
      const rows = await queries
        .slots(db.query)
        .where('slot.mentorId', '=', mentorId)
        .where('slot.endsAt', '>', range.from)
        .where('slot.startsAt', '<', range.to)
        .where(({ and, or, eb }) =>
          or([
            eb('slot.menteeId', '=', mentee.id),
            ...(types.length > 0
              ? [
                  and([
                    eb('slot.status', '=', 'open'),
                    eb('slot.startsAt', '>', now),
                    eb('slot.type', 'in', types),
                  ]),
                ]
              : []),
          ]),
        )
        .orderBy('slot.startsAt')
        .limit(limits.unpagedListMax)
        .execute()
      return rows.map(presentSlot)
    },

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

    /** Everything somebody booked or was booked for, newest first, as moderators see it. */
    async bookingsOf(role: 'mentee' | 'mentor', id: string) {
      const rows = await queries
        .slots(db.query)
        .where(role === 'mentee' ? 'slot.menteeId' : 'slot.mentorId', '=', id)
        .where('slot.status', '!=', 'open')
        .orderBy('slot.startsAt', 'desc')
        .limit(100)
        .execute()
      return rows.map(presentSlot)
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
        if (slot.startsAt >= after(now, hoursMs(limits.callRefundHours)))
          await enrollments.giveCallBack(tx, slot)
        await notifications.notify(tx, slot.mentorId, {
          type: 'alert',
          content: `${slot.menteeFirstName} has cancelled a session with you`,
          link: '/mentors/scheduler',
        })
        await announceStatus(tx, slot, 'open')
        return presentSlot((await queries.findSlot(tx, slotId))!)
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
export type Slots = ReturnType<typeof createSlots>
