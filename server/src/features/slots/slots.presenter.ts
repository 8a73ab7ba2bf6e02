import { limits } from '@marga/contract/limits'
import type { Slot } from '@marga/contract/slots'
import { presentPerson } from '../accounts/accounts.presenter.ts'
import { bookingIdOf, earlyUntil } from './bookings.rules.ts'
import type { SlotRow } from './slots.queries.ts'

/** What cancelling and moving will do; of a booked slot only. */
function presentBooking(row: SlotRow): Pick<Slot, 'bookingId' | 'movesLeft' | 'freeUntil' | 'callId'> {
  if (row.status !== 'booked') return { bookingId: null, movesLeft: null, freeUntil: null, callId: null }
  return {
    bookingId: bookingIdOf(row),
    movesLeft: limits.movesMax - row.moves,
    freeUntil: freeUntil(row)?.toISOString() ?? null,
    callId: row.creditId,
  }
}

/** Nothing is given back where nothing more can be booked, as when the subscription ends before. */
function freeUntil(row: SlotRow): Date | null {
  const { creditId, paidByStatus, paidUntil } = row
  if (creditId === null || paidByStatus === null || paidByStatus === 'ended') return null
  const early = earlyUntil(row)
  return paidByStatus === 'ending' && paidUntil !== null && paidUntil < early ? paidUntil : early
}

/** An open slot shows what the mentor wrote, a booked one the booker's topic if there is one. */
export function presentSlot(row: SlotRow): Slot {
  const isTaken = row.status !== 'open'
  return {
    _id: row.id,
    type: row.type,
    status: row.status,
    missedBy: row.missedBy,
    couldNotGoOn: row.couldNotGoOn,
    start: row.startsAt.toISOString(),
    end: row.endsAt.toISOString(),
    mentorPreferences: row.mentorPreferences,
    title: (isTaken && row.topic) || row.mentorPreferences,
    description: (isTaken && row.topicDescription) || row.mentorDescription,
    mentorId: presentPerson({
      id: row.mentorId,
      firstName: row.mentorFirstName,
      lastName: row.mentorLastName,
      profileImageUrl: row.mentorImage,
    }),
    seriesId: row.seriesId,
    isLaidOut: row.isLaidOut,
    isHidden: row.isHidden,
    ...presentBooking(row),
    menteeId:
      row.menteeId === null
        ? null
        : presentPerson({
            id: row.menteeId,
            firstName: row.menteeFirstName ?? '',
            lastName: row.menteeLastName ?? '',
            profileImageUrl: row.menteeImage,
          }),
  }
}
