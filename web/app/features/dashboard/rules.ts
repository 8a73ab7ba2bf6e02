import { limits } from '@marga/contract/limits'
import type { Slot } from '@marga/contract/slots'

const minuteMs = 60_000

/** From when on a session's room can be entered. */
export const roomOpensAt = ({ start }: Pick<Slot, 'start'>): Date =>
  new Date(Date.parse(start) - limits.roomOpensBeforeMinutes * minuteMs)

/** The room is open from some minutes before the start until some minutes after the end. */
export function canGoLive(slot: Pick<Slot, 'start' | 'end'>, now: Date): boolean {
  const closesAt = new Date(Date.parse(slot.end) + limits.roomClosesAfterMinutes * minuteMs)
  return now >= roomOpensAt(slot) && now < closesAt
}

/** "Running", "in 12 min", "in 3 h 05 min": how long a mentor has to wait. */
export function waitText({ start }: Pick<Slot, 'start'>, now: Date): string {
  const minutes = Math.ceil((Date.parse(start) - now.getTime()) / minuteMs)
  if (minutes <= 0) return 'Running'
  if (minutes < 60) return `in ${minutes} min`
  return `in ${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')} min`
}
