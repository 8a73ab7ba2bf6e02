import { cancelCase } from '@marga/contract/session-credit-cases'
import type { Actor } from '../../platform/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import { formerListTimes } from '../../platform/db/former-list-times.ts'
import type { Cursors, PageInput } from '../../platform/db/paging.ts'
import { AppError } from '../../platform/errors.ts'
import type { Enrollments } from '../enrollments/enrollments.service.ts'
import type { SessionCredits } from '../session-credits/session-credits.service.ts'
import type { BookingNotifications } from './booking-notifications.service.ts'
import * as bookings from './bookings.queries.ts'
import { earlyUntil, isGivenBack } from './bookings.rules.ts'
import { lockSlots } from './moves.queries.ts'
import type { SlotMails } from './slot-mails.service.ts'
import { presentSlot } from './slots.presenter.ts'
import { findSlot } from './slots.queries.ts'

type Deps = {
  db: Database
  clock: Clock
  cursors: Cursors
  enrollments: Enrollments
  sessionCredits: SessionCredits
  bookingNotifications: BookingNotifications
  slotMails: SlotMails
}
type Mentee = Actor<'mentee'>

/** What mentees do with the sessions and intro calls that they have booked: look at them, and cancel. */
export function createBookedSlots(deps: Deps) {
  return {
    list: (mentee: Mentee, when: 'upcoming' | 'past', input: PageInput) =>
      listBooked(deps, mentee, when, input),
    cancel: (mentee: Mentee, slotId: string) => cancel(deps, mentee, slotId),
  }
}
export type BookedSlots = ReturnType<typeof createBookedSlots>

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
      // The two may agree on another time.
      dated: formerListTimes('slot.startsAt', 'slot.id'),
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
    const seen = await findSlot(tx, slotId)
    if (seen?.menteeId !== mentee.id) throw new AppError('not_found')
    const payer = await enrollments.lockPayer(tx, seen.enrollmentId)
    // It may have been moved while the lock was waited for, and what becomes of the call depends on its start.
    await lockSlots(tx, [slotId])
    const slot = (await findSlot(tx, slotId))!
    const now = clock.now()
    if (!(await bookings.releaseSlot(tx, slotId, mentee.id, now))) throw new AppError('not_cancellable')
    const of = cancelCase('mentee', { now, earlyUntil: earlyUntil(slot) })
    const call = (await sessionCredits.settle(tx, slotId, of, payer)) ?? null
    const released = (await findSlot(tx, slotId))!
    const meeting = { ...slot, menteeId: mentee.id, calendarSequence: released.calendarSequence }
    await slotMails.cancelled(tx, [{ meeting, by: 'mentee', call }])
    await bookingNotifications.cancelled(tx, slot)
    return { data: presentSlot(released), isCallReturned: isGivenBack(call), call }
  })
}
