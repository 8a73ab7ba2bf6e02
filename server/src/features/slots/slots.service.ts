import { limits } from '@marga/contract/limits'
import type { MemberRole } from '@marga/contract/roles'
import { cancelCase } from '@marga/contract/session-credit-cases'
import type { SlotDetails } from '@marga/contract/slots'
import { after, type Clock, daysMs, hoursMs, type NewId } from '../../platform/clock.ts'
import type { Database, Db, Tx } from '../../platform/db/database.ts'
import { boundedRange, type RangeInput } from '../../platform/db/range.ts'
import { AppError } from '../../platform/errors.ts'
import type { BlockedPeople } from '../accounts/blocked-people.service.ts'
import type { Availabilities } from '../availability/availability.service.ts'
import type { Enrollments } from '../enrollments/enrollments.service.ts'
import type { SessionCredits } from '../session-credits/session-credits.service.ts'
import { hasUsedIntro } from './booking-claims.queries.ts'
import { cancelBookedSlot } from './bookings.queries.ts'
import { earlyUntil, isGivenBack } from './bookings.rules.ts'
import { expandRecurrence, refuseClashes } from './recurrence.rules.ts'
import type { SlotEvents } from './slot-events.service.ts'
import * as lists from './slot-lists.queries.ts'
import type { Meeting, SlotMails } from './slot-mails.service.ts'
import { presentSlot } from './slots.presenter.ts'
import * as queries from './slots.queries.ts'

type Deps = {
  db: Database
  clock: Clock
  newId: NewId
  availabilities: Availabilities
  enrollments: Enrollments
  sessionCredits: SessionCredits
  slotEvents: SlotEvents
  blockedPeople: BlockedPeople
  slotMails: SlotMails
}
type Mentee = { id: string }
type Mentor = { id: string }

const startsOf = (rows: readonly { startsAt: Date }[]) => rows.map(({ startsAt }) => startsAt.toISOString())
const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)

/** The calendar: what mentors publish and take back, and who may see which slot. */
export function createSlots(deps: Deps) {
  return {
    publish: (mentor: Mentor, details: SlotDetails) => publish(deps, mentor, details),
    remove: (mentor: Mentor, slotId: string, seen?: Seen) => remove(deps, mentor, slotId, seen),
    get: (mentor: Mentor, slotId: string) => get(deps, mentor, slotId),
    ofMentor: (mentor: Mentor, input: RangeInput) => listOfMentor(deps, mentor, input),
    upcomingLive: (mentor: Mentor) => listUpcomingLive(deps, mentor),
    forMentee: (mentee: Mentee, mentorId: string, input: RangeInput) =>
      listForMentee(deps, mentee, mentorId, input),
    /** Everything somebody booked or was booked for, newest first, as moderators see it. */
    bookingsOf: async (role: MemberRole, id: string, limit: number) =>
      (await lists.findBookingsOf(deps.db.query, role, id, limit)).map(presentSlot),
    /** Those of two people, newest first. */
    bookingsOfPair: async (db: Db, pair: { menteeId: string; mentorId: string }, limit: number) =>
      (await lists.findBookingsOfPair(db, pair, limit)).map(presentSlot),
    /** Not over, the first on top. */
    bookedAhead: async (db: Db, mentorId: string, limit: number) =>
      (await lists.findBookedOfMentor(db, mentorId, { from: deps.clock.now() }, limit)).map(presentSlot),
    async find(db: Db, slotId: string) {
      const row = await queries.findSlot(db, slotId)
      return row && presentSlot(row)
    },
  }
}
export type Slots = ReturnType<typeof createSlots>

/** @throws AppError slot_overlap and invalid_request, both naming what is not possible */
async function publish({ db, clock, newId, slotEvents }: Deps, mentor: Mentor, details: SlotDetails) {
  const now = clock.now()
  const { spans, missingDays } = expandRecurrence(details, now)
  const seriesId = spans.length > 1 ? newId() : null
  const rows = spans.map((span) => ({
    id: newId(),
    mentorId: mentor.id,
    type: details.type,
    startsAt: span.start,
    endsAt: span.end,
    mentorPreferences: details.mentorPreferences ?? '',
    mentorDescription: details.description ?? '',
    createdAt: now,
    seriesId,
  }))
  return db.transact(async (tx) => {
    const refused = new Set(await queries.insertSlots(tx, rows))
    const skipped = { clashes: startsOf([...refused]), missingDays }
    const published = rows.filter((row) => !refused.has(row))
    if (!details.repeat?.skipClashes || published.length === 0) refuseClashes(skipped, 'slotDetails.repeat')
    const first = published[0]!
    await slotEvents.schedule(tx, first, 'new', published.length)
    await slotEvents.status(tx, [first], 'open')
    const created = await queries.slotsByIds(tx, idsOf(published))
    return { created: created.map(presentSlot), skipped }
  })
}

/** @throws AppError not_found, not_cancellable */
const bookedMeanwhile = 'A mentee has just booked this time. To cancel the session, open it again.'
/** As what the mentor saw the slot. */
type Seen = 'open' | 'booked' | undefined

/** @throws AppError slot_unavailable, not_cancellable, not_found */
async function remove(deps: Deps, mentor: Mentor, slotId: string, seen: Seen) {
  const { db, availabilities, slotEvents } = deps
  return db.transact(async (tx) => {
    const slot = await queries.findSlot(tx, slotId)
    if (slot?.mentorId !== mentor.id) throw new AppError('not_found')
    // Else the weekly hours would bring it back, whether they or the mentor had published it.
    await availabilities.keepClosed(tx, mentor.id, [slot])
    if (seen === 'booked' || !(await queries.deleteOpenSlot(tx, slotId, mentor.id))) {
      if (seen === 'open') throw new AppError('slot_unavailable', { message: bookedMeanwhile })
      return cancel(deps, tx, mentor, slot)
    }
    await slotEvents.schedule(tx, slot, 'removed')
    await slotEvents.status(tx, [slot], 'deleted')
    return { data: presentSlot(slot), isCallReturned: false, removed: 1, kept: 0 }
  })
}

/** A booked slot stays as a cancelled one, and the mentee hears what becomes of the call. */
async function cancel(deps: Deps, tx: Tx, mentor: Mentor, slot: queries.SlotRow) {
  const { clock, enrollments, sessionCredits, slotEvents, slotMails } = deps
  const payer = await enrollments.lockPayer(tx, slot.enrollmentId)
  const now = clock.now()
  if (!(await cancelBookedSlot(tx, slot.id, mentor.id, now))) throw new AppError('not_cancellable')
  // It may have been moved before the lock was had, and what becomes of the call depends on its start.
  const cancelled = (await queries.findSlot(tx, slot.id))!
  const of = cancelCase('mentor', { now, earlyUntil: earlyUntil(cancelled) })
  const call = (await sessionCredits.settle(tx, slot.id, of, payer)) ?? null
  await slotMails.cancelled(tx, [{ meeting: cancelled as Meeting, by: 'mentor', call }])
  await slotEvents.cancelled(tx, cancelled)
  await slotEvents.status(tx, [cancelled], 'cancelled')
  return { data: presentSlot(cancelled), isCallReturned: isGivenBack(call), removed: 1, kept: 0 }
}

/** @throws AppError not_found */
async function get({ db }: Deps, mentor: Mentor, slotId: string) {
  const slot = await queries.findSlot(db.query, slotId)
  if (slot?.mentorId !== mentor.id) throw new AppError('not_found')
  return presentSlot(slot)
}

/** Times are published however far ahead, and the list is bounded by its length: ten years leave none out. */
const ownRangeDaysMax = 3_650

async function listOfMentor({ db, clock }: Deps, mentor: Mentor, input: RangeInput) {
  const range = boundedRange(input, after(clock.now(), -daysMs(7)), ownRangeDaysMax)
  const rows = await lists.findOfMentor(db.query, mentor.id, range, limits.unpagedListMax)
  return rows.map(presentSlot)
}

/** Booked sessions that start within 24 h or are running. */
async function listUpcomingLive({ db, clock }: Deps, mentor: Mentor) {
  const now = clock.now()
  const range = { from: now, to: after(now, hoursMs(limits.upcomingSessionHours)) }
  const rows = await lists.findBookedOfMentor(db.query, mentor.id, range, limits.unpagedListMax)
  return rows.map(presentSlot)
}

/** What a mentee may book of a mentor, and the mentee's own. @throws AppError not_found */
async function listForMentee(
  { db, clock, enrollments, blockedPeople }: Deps,
  mentee: Mentee,
  mentorId: string,
  input: RangeInput,
) {
  const now = clock.now()
  const range = boundedRange(input, now, limits.slotRangeDaysMax)
  const pair = { menteeId: mentee.id, mentorId }
  const isShown =
    (await queries.isListed(db.query, mentorId)) && !(await blockedPeople.isBlocked(db.query, pair))
  if (!isShown) throw new AppError('not_found')
  const isEnrolled = await enrollments.isLive(db.query, pair)
  const mayIntro =
    !(await hasUsedIntro(db.query, mentee.id, mentorId)) &&
    !(await queries.isOneRestricted(db.query, [mentee.id, mentorId]))
  const types = [...(isEnrolled ? (['session'] as const) : []), ...(mayIntro ? (['intro'] as const) : [])]
  const rows = await lists.findForMentee(db.query, pair, { range, types, now }, limits.unpagedListMax)
  return rows.map(presentSlot)
}
