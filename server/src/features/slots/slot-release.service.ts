import { limits } from '@marga/contract/limits'
import type { SessionCase } from '@marga/contract/session-credit-cases'
import { after, type Clock, hoursMs } from '../../platform/clock.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { LayoutRequests } from '../availability/layout-requests.service.ts'
import type { Enrollments } from '../enrollments/enrollments.service.ts'
import type { SessionCredits } from '../session-credits/session-credits.service.ts'
import * as bookings from './bookings.queries.ts'
import type { ReleaseNotifications } from './release-notifications.service.ts'
import type { SlotEvents } from './slot-events.service.ts'
import type { Meeting, SlotMails } from './slot-mails.service.ts'
import * as queries from './slots.queries.ts'

type Deps = {
  clock: Clock
  layoutRequests: LayoutRequests
  enrollments: Enrollments
  sessionCredits: SessionCredits
  slotMails: SlotMails
  slotEvents: SlotEvents
  releaseNotifications: ReleaseNotifications
}
type Booked = Awaited<ReturnType<typeof bookings.lockBookedOf>>

/** What becomes of the slots of somebody who is shut out or leaves, and of sessions that nobody pays for any more. */
export function createSlotRelease(deps: Deps) {
  return {
    closeMentor: (tx: Tx, mentorId: string, of: 'mentor_blocked' | 'mentor_left') =>
      closeMentor(deps, tx, mentorId, of),
    releaseMentee: (tx: Tx, menteeId: string, of: 'mentee_blocked' | 'mentee_left') =>
      releaseMentee(deps, tx, menteeId, of),
    /** As the mentor's own cancelling would be; open times and later sessions stay. */
    cancelMentorUntil: (tx: Tx, mentorId: string, until: Date) =>
      cancelMentorUntil(deps, tx, mentorId, until),
    releaseMenteeUntil: (tx: Tx, menteeId: string, until: Date) =>
      releaseMentee(deps, tx, menteeId, 'mentee_suspended', until),
    releaseEnrollment: (tx: Tx, enrollmentId: string, of: SessionCase) =>
      releaseEnrollment(deps, tx, enrollmentId, of),
    /** The caller has the lock of the enrollment that paid for them. */
    releaseAmong: (tx: Tx, slotIds: readonly string[], of: SessionCase) =>
      releaseAmong(deps, tx, slotIds, of),
  }
}
export type SlotRelease = ReturnType<typeof createSlotRelease>

/** Open slots are closed; booked ones cancelled, their mentees told. Comes before what is unused is reckoned. */
async function closeMentor(deps: Deps, tx: Tx, mentorId: string, of: SessionCase) {
  // The one lock order: hours, enrollments, then slots.
  await deps.layoutRequests.forget(tx, mentorId)
  const paidBy = await deps.enrollments.lockAllOf(tx, 'mentorId', mentorId)
  await queries.deleteAllOpen(tx, mentorId)
  const cancelled = await bookings.cancelAllBooked(tx, mentorId, deps.clock.now())
  await cancelAll(deps, tx, mentorId, cancelled, { of: () => of, paidBy, isEndingEarly: true })
}

async function cancelMentorUntil(deps: Deps, tx: Tx, mentorId: string, until: Date) {
  const paidBy = await deps.enrollments.lockAllOf(tx, 'mentorId', mentorId)
  const now = deps.clock.now()
  const cancelled = await bookings.cancelAllBooked(tx, mentorId, now, until)
  const of = ({ startsAt }: { startsAt: Date }) =>
    startsAt >= after(now, hoursMs(limits.callRefundHours))
      ? 'mentor_suspended_early'
      : 'mentor_suspended_late'
  await cancelAll(deps, tx, mentorId, cancelled, { of, paidBy, isEndingEarly: false })
}

const payerOf = ({ enrollmentId }: { enrollmentId: string | null }, paidBy: PaidBy) =>
  paidBy.get(enrollmentId ?? '')

type Cancelled = Awaited<ReturnType<typeof bookings.cancelAllBooked>>
type Because = { of: (slot: { startsAt: Date }) => SessionCase; paidBy: PaidBy; isEndingEarly: boolean }

async function cancelAll(
  { sessionCredits, slotMails, slotEvents }: Deps,
  tx: Tx,
  mentorId: string,
  cancelled: Cancelled,
  { of, paidBy, isEndingEarly }: Because,
) {
  if (cancelled.length === 0) return
  const calls = await sessionCredits.settleAll(
    tx,
    cancelled.map((slot) => ({ slotId: slot.id, of: of(slot), enrollment: payerOf(slot, paidBy) })),
  )
  await slotMails.cancelled(
    tx,
    cancelled.map((slot) => ({
      meeting: slot as Meeting,
      by: of(slot),
      call: calls.get(slot.id) ?? null,
      isEndingEarly,
    })),
  )
  await slotEvents.cancelledByUs(tx, await queries.findFirstName(tx, mentorId), cancelled)
}

/** The mentee's bookings to come are open again for others. */
async function releaseMentee(deps: Deps, tx: Tx, menteeId: string, of: SessionCase, until?: Date) {
  const paidBy = await deps.enrollments.lockAllOf(tx, 'menteeId', menteeId)
  const booked = await bookings.lockBookedOf(tx, menteeId, deps.clock.now())
  await release(
    deps,
    tx,
    booked.filter(({ startsAt }) => until === undefined || startsAt < until),
    { of, paidBy },
  )
}

async function releaseEnrollment(deps: Deps, tx: Tx, enrollmentId: string, of: SessionCase) {
  const payer = await deps.enrollments.lockPayer(tx, enrollmentId)
  const booked = await bookings.lockBookedOfEnrollment(tx, enrollmentId, deps.clock.now())
  await release(deps, tx, booked, { of, paidBy: new Map(payer ? [[payer.id, payer]] : []) })
}

async function releaseAmong(deps: Deps, tx: Tx, slotIds: readonly string[], of: SessionCase) {
  const booked = await bookings.lockBookedAmong(tx, slotIds, deps.clock.now())
  const paidBy: PaidBy = new Map()
  for (const { enrollmentId } of booked) {
    const payer = await deps.enrollments.lockPayer(tx, enrollmentId)
    if (payer) paidBy.set(payer.id, payer)
  }
  await release(deps, tx, booked, { of, paidBy })
}

type PaidBy = Awaited<ReturnType<Enrollments['lockAllOf']>>

async function release(
  deps: Deps,
  tx: Tx,
  booked: Booked,
  { of, paidBy }: { of: SessionCase; paidBy: PaidBy },
) {
  const { sessionCredits, slotMails, slotEvents, releaseNotifications } = deps
  const sequences = await bookings.reopenSlots(
    tx,
    booked.map(({ id }) => id),
  )
  const calls = await sessionCredits.settleAll(
    tx,
    booked.map((slot) => ({ slotId: slot.id, of, enrollment: payerOf(slot, paidBy) })),
  )
  await slotMails.cancelled(
    tx,
    booked.map((slot) => ({
      meeting: { ...slot, calendarSequence: sequences.get(slot.id)! } as Meeting,
      by: of,
      call: calls.get(slot.id) ?? null,
    })),
  )
  await releaseNotifications.released(tx, booked, of)
  // The calendars of others who may book them, and the search's next free time.
  await slotEvents.status(tx, booked, 'open')
}
