import { limits } from '@marga/contract/limits'
import type { Slot } from '@marga/contract/slots'

const hourMs = 3_600_000

type Booking = Pick<Slot, 'status' | 'start' | 'movesLeft'>

/**
 * How a booked session can get another time: `move` by the mentee alone, `propose` by asking the other side; `used`
 * when it has been moved as often as it may, `closed` when it begins too soon or is no booking.
 */
export type MoveWay = 'move' | 'propose' | 'used' | 'closed'

/** Up to here a cancelled or moved session leaves the other side time for other plans. */
export const earlyUntil = ({ start }: Pick<Slot, 'start'>): Date =>
  new Date(Date.parse(start) - limits.callRefundHours * hourMs)

/** Until when other times can be proposed, and taken. */
export const proposalsCloseAt = ({ start }: Pick<Slot, 'start'>): Date =>
  new Date(Date.parse(start) - limits.proposalClosesHours * hourMs)

export function moveWay(slot: Booking, now: Date): MoveWay {
  if (slot.status !== 'booked' || slot.movesLeft === null || now >= proposalsCloseAt(slot)) return 'closed'
  if (slot.movesLeft === 0) return 'used'
  return now <= earlyUntil(slot) ? 'move' : 'propose'
}

/** What the mentee can do about the time of a session, beside the button. */
export function moveNote(slot: Booking, now: Date): string {
  const way = moveWay(slot, now)
  if (way === 'used') return 'Cannot be moved again'
  if (way === 'propose') return 'Too late to move: propose another time'
  if (way === 'closed') return 'Too late to move'
  return slot.movesLeft === 1 ? 'Can be moved once more' : `Can be moved ${slot.movesLeft} more times`
}
