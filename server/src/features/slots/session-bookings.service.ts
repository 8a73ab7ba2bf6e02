import type { BookSlotForm, Slot } from '@marga/contract/slots'
import { unauthenticated } from '../../platform/access-tokens.ts'
import type { Actor } from '../../platform/actor.ts'
import { createBatcher } from '../../platform/batcher.ts'
import type { Clock } from '../../platform/clock.ts'
import { isConstraintError } from '../../platform/db/conflicts.ts'
import type { Database, Db, Tx } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { LoginSessions } from '../accounts/login-sessions.service.ts'
import type { Enrollments } from '../enrollments/enrollments.service.ts'
import type { BookingNotifications } from './booking-notifications.service.ts'
import { rejectionReason } from './bookings.rules.ts'
import { presentSlot } from './slots.presenter.ts'
import * as queries from './slots.queries.ts'

type Deps = {
  db: Database
  clock: Clock
  enrollments: Enrollments
  loginSessions: LoginSessions
  bookingNotifications: BookingNotifications
}

/** Somebody asks for a slot. */
type Asked = { mentee: Actor<'mentee'>; slotId: string; form: BookSlotForm }
type Seen = { one: Asked; wish: queries.WishRow | undefined }
type Outcome = { one: Asked; is: Slot | Error }

/** What a group writes, it writes under the locks of all of it. */
const groupMax = 50

/** Books sessions, many by the statements of one: by conditional claims, with the calls taken in the same transaction. */
export function createSessionBookings(deps: Deps) {
  const { db, clock, enrollments, loginSessions, bookingNotifications } = deps
  const groups = createBatcher<Asked, Slot>({ run: decide, sizeMax: groupMax })

  async function see(on: Db, asked: readonly Asked[], { isLocking = false } = {}): Promise<Seen[]> {
    const query = queries.wishes(on, asked.map(wishOf))
    const rows = await (isLocking ? query.orderBy('slot.id').forUpdate('slot') : query).execute()
    const byKey = new Map(rows.map((row) => [keyOf({ slotId: row.id, menteeId: row.bookerId }), row]))
    return asked.map((one) => ({ one, wish: byKey.get(keyOf(wishOf(one))) }))
  }

  /**
   * Each is booked, or refused alone. Who comes too late is refused by reading; of those who want the same slot, or
   * are the same person, one goes before the others are looked at again.
   */
  async function decide(asked: readonly Asked[]): Promise<(Slot | Error)[]> {
    const outcomes = new Map<Asked, Slot | Error>()
    const note = (decided: readonly Outcome[]) => {
      for (const { one, is } of decided) outcomes.set(one, is)
    }
    const isOpen = (one: Asked) => !outcomes.has(one)
    try {
      for (let open = asked; open.length > 0; open = open.filter(isOpen)) {
        const seen = await see(db.query, open)
        note(await refuse(seen))
        note(await book(firstOfEach(seen.filter(({ one }) => isOpen(one)))))
      }
    } catch (error) {
      // What has been booked by then stays booked, and is answered so.
      note(asked.filter(isOpen).map((one) => ({ one, is: error as Error })))
    }
    return asked.map((one) => outcomes.get(one)!)
  }

  async function refuse(seen: readonly Seen[]): Promise<Outcome[]> {
    const now = clock.now()
    const refused: Outcome[] = []
    /** By slot: all who are too late are offered the same. */
    const taken = new Map<string, AppError>()
    for (const { one, wish } of seen) {
      const refusal = rejectionReason(wish, now)
      if (refusal === undefined) continue
      if (refusal === 'taken' && !taken.has(one.slotId))
        taken.set(one.slotId, await slotUnavailable(db.query, { ...wish!, type: 'session' }, now))
      refused.push({ one, is: refusal === 'taken' ? taken.get(one.slotId)! : refusal })
    }
    return refused
  }

  /** Together; where the database refuses one of them, one by one. */
  async function book(hopeful: readonly Seen[]): Promise<Outcome[]> {
    if (hopeful.length === 0) return []
    try {
      return await db.transact((tx) => bookTogether(tx, hopeful))
    } catch (error) {
      if (!isConstraintError(error)) throw error
      if (hopeful.length === 1) return [{ one: hopeful[0]!.one, is: error as Error }]
    }
    const outcomes: Outcome[] = []
    for (const one of hopeful) outcomes.push(...(await book([one])))
    return outcomes
  }

  /** Who cannot have the slot any more, now that everything is locked, is left out, to be looked at again. */
  async function bookTogether(tx: Tx, hopeful: readonly Seen[]): Promise<Outcome[]> {
    const now = clock.now()
    // A group is nobody's request: whose session has ended is found here.
    const held = await loginSessions.lockAll(
      tx,
      hopeful.map(({ one }) => one.mentee),
    )
    const isLive = ({ one }: Seen) => held.has(one.mentee.sessionId)
    const live = hopeful.filter(isLive)
    // The one lock order: enrollments, then slots.
    await enrollments.lockEnrollments(
      tx,
      live.map(({ one, wish }) => ({ menteeId: one.mentee.id, mentorId: wish!.mentorId })),
    )
    const locked = await see(
      tx,
      live.map(({ one }) => one),
      { isLocking: true },
    )
    const granted = locked.filter(({ wish }) => rejectionReason(wish, now) === undefined)
    const booked = granted.length === 0 ? [] : await claim(tx, granted, now)
    return [
      ...hopeful.filter((seen) => !isLive(seen)).map(({ one }) => ({ one, is: unauthenticated() })),
      ...granted.map(({ one }, index) => ({ one, is: presentSlot(booked[index]!) })),
    ]
  }

  /** @returns the slots in their order */
  async function claim(tx: Tx, granted: readonly Seen[], now: Date): Promise<queries.SlotRow[]> {
    await enrollments.takeSessionCredits(
      tx,
      granted.map(({ wish }) => wish!.payerId!),
    )
    const claims = granted.map(({ one, wish }) => ({
      ...wishOf(one),
      topic: one.form.title || null,
      topicDescription: one.form.description || null,
      enrollmentId: wish!.payerId,
      chargedPeriod: wish!.periodNo,
    }))
    const rows = new Map(
      (await queries.claimOpenSlots(tx, 'session', claims, now)).map((row) => [row.id, row]),
    )
    const booked = granted.map(({ one, wish }) => {
      const row = rows.get(one.slotId)
      if (!row) throw new Error('A slot was open under the lock, and is not.')
      return queries.bookedRow(wish!, row)
    })
    await bookingNotifications.booked(tx, booked)
    return booked
  }

  /** @throws AppError slot_unavailable (with alternatives), quota_used, slot_overlap, not_enrolled, not_found */
  return async (mentee: Actor<'mentee'>, slotId: string, form: BookSlotForm): Promise<Slot> => {
    const one = { mentee, slotId, form }
    if (!db.isInTransaction()) return groups.add(one)
    // A request that may be repeated keeps its answer in the transaction under way.
    const [outcome] = await decide([one])
    if (outcome instanceof Error) throw outcome
    return outcome!
  }
}
export type SessionBookings = ReturnType<typeof createSessionBookings>

/** The refusal of a slot that is not to be had, with the three open ones nearest to it. */
export async function slotUnavailable(db: Db, slot: queries.SlotRow, now: Date): Promise<AppError> {
  const alternatives = await queries.findAlternatives(db, slot.mentorId, slot.type, slot.startsAt, now)
  return new AppError('slot_unavailable', { details: { alternatives: alternatives.map(presentSlot) } })
}

const wishOf = ({ mentee, slotId }: Asked): queries.Wish => ({ slotId, menteeId: mentee.id })
const keyOf = ({ slotId, menteeId }: queries.Wish) => `${slotId} ${menteeId}`

/** The first of those who want the same slot, and of what the same person wants. */
function firstOfEach(seen: readonly Seen[]): Seen[] {
  const used = new Set<string>()
  return seen.filter(({ one: { slotId, mentee } }) => {
    if (used.has(slotId) || used.has(mentee.id)) return false
    used.add(slotId).add(mentee.id)
    return true
  })
}
