import type { Clock } from '../../platform/clock.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { Enrollments } from '../enrollments/enrollments.service.ts'
import type { SlotEvents } from './slot-events.service.ts'
import { type Meeting, meetingKindText, type SlotMails } from './slot-mails.service.ts'

type Deps = {
  clock: Clock
  enrollments: Enrollments
  slotMails: SlotMails
  slotEvents: SlotEvents
}

/** What becomes of the slots of somebody who is shut out. */
export function createSlotRelease(deps: Deps) {
  const { clock, enrollments, slotMails, slotEvents } = deps
  return {
    /** Open slots are closed; booked ones cancelled, their mentees told. The calls count as unused, so before what is unused is reckoned. */
    async closeMentor(tx: Tx, mentorId: string) {
      const now = clock.now()
      // The one lock order: enrollments, then slots.
      await tx
        .selectFrom('enrollment')
        .select('id')
        .where('mentorId', '=', mentorId)
        .orderBy('id')
        .forUpdate()
        .execute()
      await tx.deleteFrom('slot').where('mentorId', '=', mentorId).where('status', '=', 'open').execute()
      const cancelled = await tx
        .updateTable('slot')
        .set({ status: 'cancelled', cancelledAt: now })
        .where('mentorId', '=', mentorId)
        .where('status', '=', 'booked')
        .where('startsAt', '>', now)
        .returningAll()
        .execute()
      for (const slot of cancelled) {
        const isUnused = await enrollments.returnSessionCredit(tx, slot)
        await slotMails.cancelled(tx, slot as Meeting, { by: 'us', call: isUnused ? 'unused' : 'kept' })
      }
      if (cancelled.length === 0) return
      const mentor = await tx
        .selectFrom('account')
        .select(['id', 'firstName'])
        .where('id', '=', mentorId)
        .executeTakeFirstOrThrow()
      await slotEvents.cancelledByUs(tx, mentor, cancelled)
    },

    /** The mentee's bookings to come are open again for others. */
    async releaseMentee(tx: Tx, menteeId: string) {
      const now = clock.now()
      await tx
        .selectFrom('enrollment')
        .select('id')
        .where('menteeId', '=', menteeId)
        .orderBy('id')
        .forUpdate()
        .execute()
      const booked = await tx
        .selectFrom('slot')
        .selectAll()
        .where('menteeId', '=', menteeId)
        .where('status', '=', 'booked')
        .where('startsAt', '>', now)
        .orderBy('id')
        .forUpdate()
        .execute()
      for (const slot of booked) {
        const { calendarSequence } = await tx
          .updateTable('slot')
          .set({
            status: 'open',
            menteeId: null,
            topic: null,
            topicDescription: null,
            enrollmentId: null,
            chargedPeriod: null,
            bookedAt: null,
          })
          .where('id', '=', slot.id)
          .returning('calendarSequence')
          .executeTakeFirstOrThrow()
        const isCallReturned = await enrollments.returnSessionCredit(tx, slot)
        await slotMails.cancelled(tx, { ...slot, calendarSequence } as Meeting, {
          by: 'us',
          call: meetingKindText(isCallReturned),
        })
      }
      // The calendars of others who may book them, and the search's next free time.
      await slotEvents.status(tx, booked, 'open')
    },
  }
}
export type SlotRelease = ReturnType<typeof createSlotRelease>
