import type { MoveProposal, MoveProposalForm } from '@marga/contract/moves'
import type { Member } from '../../platform/actor.ts'
import { after, type Clock, type NewId } from '../../platform/clock.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import { AppError, invalidField, noLongerOpen } from '../../platform/errors.ts'
import type { BlockedPeople } from '../accounts/blocked-people.service.ts'
import type { Availabilities } from '../availability/availability.service.ts'
import { sessionRejectionReason } from '../enrollments/enrollments.rules.ts'
import type { Enrollments } from '../enrollments/enrollments.service.ts'
import { slotUnavailable } from './alternatives.service.ts'
import { refuseBookedTimes } from './booked-times.service.ts'
import { bookingIdOf } from './bookings.rules.ts'
import type { MoveNotifications } from './move-notifications.service.ts'
import { presentProposal } from './moves.presenter.ts'
import * as moves from './moves.queries.ts'
import { checkStarts, proposalClosesAt, refuseMoved, refuseTooSoon } from './moves.rules.ts'
import type { SlotEvents } from './slot-events.service.ts'
import { presentSlot } from './slots.presenter.ts'
import * as queries from './slots.queries.ts'

type Deps = {
  db: Database
  clock: Clock
  newId: NewId
  availabilities: Availabilities
  enrollments: Enrollments
  blockedPeople: BlockedPeople
  slotEvents: SlotEvents
  moveNotifications: MoveNotifications
}
type Span = { startsAt: Date; endsAt: Date }

const listedMax = 20

/** Other times for a booked session that one side proposes and the other takes or declines. */
export function createMoveProposals(deps: Deps) {
  return {
    propose: (actor: Member, form: MoveProposalForm) => propose(deps, actor, form),
    list: (actor: Member, slotId: string) => list(deps, actor, slotId),
    answer: (actor: Member, id: string, accept: Date | null) => answer(deps, actor, id, accept),
  }
}
export type MoveProposals = ReturnType<typeof createMoveProposals>

const isTheirs = (slot: { menteeId: string | null; mentorId: string } | undefined, { role, id }: Member) =>
  (role === 'mentee' ? slot?.menteeId : slot?.mentorId) === id

/** @throws AppError slot_overlap (naming the times), too_late, moves_used, already_proposed, invalid_request, not_found */
async function propose(deps: Deps, actor: Member, form: MoveProposalForm): Promise<MoveProposal> {
  const { db, clock, newId, enrollments, blockedPeople, moveNotifications } = deps
  return db.transact(async (tx) => {
    const now = clock.now()
    const seen = await queries.findSlot(tx, form.slotId)
    if (!seen || !isTheirs(seen, actor)) throw new AppError('not_found')
    const payer = await enrollments.lockPayer(tx, seen.enrollmentId)
    const slot = (await moves.lockSlots(tx, [seen.id])).get(seen.id)
    if (!slot?.menteeId || slot.status !== 'booked' || !isTheirs(slot, actor)) throw new AppError('not_found')
    const pair = { menteeId: slot.menteeId, mentorId: slot.mentorId }
    if (await blockedPeople.isBlocked(tx, pair)) throw new AppError('not_found')
    const expiresAt = proposalClosesAt(slot)
    if (expiresAt <= now) throw new AppError('too_late')
    refuseMoved(slot)
    checkStarts(form.starts, now)
    const refusal = form.starts
      .map((start) => sessionRejectionReason(payer, start, now, actor.role))
      .find(Boolean)
    if (refusal && slot.type === 'session' && form.starts.some((start) => start > slot.startsAt))
      throw invalidField('starts', refusal.message)
    await refuseBookedTimes(
      tx,
      { ...pair, slotId: slot.id },
      form.starts.map((start) => spanAt(slot, start)),
      'slot_overlap',
    )
    await moves.voidExpired(tx, bookingIdOf(slot), now)
    const row = await moves.insertProposal(tx, {
      id: newId(),
      slotId: slot.id,
      bookingId: bookingIdOf(slot),
      ...pair,
      proposedBy: actor.role,
      starts: form.starts,
      text: form.text ?? '',
      expiresAt,
      createdAt: now,
    })
    if (!row) throw new AppError('already_proposed')
    await moveNotifications.proposed(tx, seen, row)
    return presentProposal(row, now)
  })
}

const spanAt = (slot: Span, start: Date): Span => ({
  startsAt: start,
  endsAt: after(start, slot.endsAt.getTime() - slot.startsAt.getTime()),
})

/** @throws AppError not_found */
async function list({ db, clock }: Deps, actor: Member, slotId: string): Promise<MoveProposal[]> {
  const slot = await queries.findSlot(db.query, slotId)
  if (!slot || !isTheirs(slot, actor)) throw new AppError('not_found')
  // A slot that was cancelled is open again for others, who are not to read what those before wrote.
  const rows = await moves.findProposals(db.query, { slotId, bookingId: bookingIdOf(slot) }, listedMax)
  return rows.map((row) => presentProposal(row, clock.now()))
}

/** @throws AppError slot_unavailable (with alternatives), moves_used, already_decided, invalid_request, not_found */
async function answer(deps: Deps, actor: Member, id: string, accept: Date | null) {
  const { db, clock, availabilities, enrollments, blockedPeople, moveNotifications } = deps
  return db.transact(async (tx) => {
    const now = clock.now()
    const proposal = await moves.findProposal(tx, id)
    const isAsked = proposal && proposal.proposedBy !== actor.role && isTheirs(proposal, actor)
    if (!isAsked) throw new AppError('not_found')
    if (accept && !proposal.starts.some((start) => new Date(start).getTime() === accept.getTime()))
      throw invalidField('accept', 'Choose one of the proposed times.')
    const seen = await queries.findSlot(tx, proposal.slotId)
    if (accept) await availabilities.lock(tx, proposal.mentorId)
    await enrollments.lockPayer(tx, seen?.enrollmentId ?? null)
    const slot = (await moves.lockSlots(tx, [proposal.slotId])).get(proposal.slotId)
    // Asked under the locks: a suspension that came while they were waited for has left the session where it was.
    const isClosed =
      accept && ((await blockedPeople.isBlocked(tx, proposal)) || (await moves.isEitherShutOut(tx, proposal)))
    if (isClosed) throw new AppError('not_found')
    const status = accept ? 'accepted' : 'declined'
    const decided = await moves.decideProposal(tx, id, { status, now })
    if (slot?.status !== 'booked' || !decided) throw noLongerOpen('proposal', proposal.decidedAt)
    if (accept) await moveTo(deps, tx, { slot, proposal: decided, start: accept, now })
    const data = (await queries.findSlot(tx, slot.id))!
    if (!accept) await moveNotifications.declined(tx, data, decided)
    return { proposal: presentProposal(decided, now), data: presentSlot(data) }
  })
}

type Accepted = { slot: moves.SlotRecord; proposal: moves.ProposalRow; start: Date; now: Date }

/**
 * The session goes to the agreed time as it is, id and notes included. Open slots of the mentor give way. Where the
 * mentee could not come, the old time is open for others; where the mentor could not, it is gone.
 */
async function moveTo(deps: Deps, tx: Tx, { slot, proposal, start, now }: Accepted) {
  const { newId, availabilities, slotEvents, moveNotifications } = deps
  refuseMoved(slot)
  const to = spanAt(slot, start)
  const pair = { slotId: slot.id, menteeId: slot.menteeId!, mentorId: slot.mentorId }
  refuseTooSoon(start, now)
  if (await moves.isEitherBooked(tx, pair, to))
    throw await slotUnavailable(tx, { ...slot, startsAt: start }, now)
  const gone = await moves.deleteOpenBelow(tx, slot.mentorId, to)
  const bookingId = bookingIdOf(slot)
  await moves.shiftSlot(tx, slot.id, { ...to, bookingId, moves: slot.moves + 1, bookedAt: now })
  const { isLaidOut } = slot
  const reopened = { ...queries.newSlotOf(slot), id: newId(), createdAt: now, isLaidOut }
  if (proposal.proposedBy === 'mentor') await availabilities.keepClosed(tx, slot.mentorId, [slot])
  const refused = proposal.proposedBy === 'mentee' ? await queries.insertSlots(tx, [reopened]) : [reopened]
  const moved = (await queries.findSlot(tx, slot.id))!
  await moveNotifications.moved(tx, moved, { from: slot.startsAt, by: proposal.proposedBy })
  await slotEvents.status(tx, [slot], 'booked')
  if (gone.length > 0) await slotEvents.status(tx, gone, 'deleted')
  if (refused.length === 0) await slotEvents.status(tx, [reopened], 'open')
}
