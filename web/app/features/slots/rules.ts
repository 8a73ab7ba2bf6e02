import { cancelCase, sessionCases, whyOf } from '@marga/contract/session-credit-cases'
import type { Slot } from '@marga/contract/slots'
import { texts } from '@marga/contract/texts'
import { ApiError } from '../../lib/api-client.ts'
import { dayKey, formatShortMoment } from '../../lib/dates.ts'

/** The words for a booking that failed, and what the server says beside them. */
export function bookingFailure(error: unknown): { title: string; description?: string } {
  if (!(error instanceof ApiError)) return { title: texts.slots.bookingFailed }
  const title = error.status === 400 ? texts.slots.bookingRefused : texts.slots.bookingFailed
  return { title, description: error.message }
}

/** Other times of the mentor, offered when somebody else was quicker; null for any other failure. */
export function alternativesOf(error: unknown): Slot[] | null {
  if (!(error instanceof ApiError) || error.code !== 'slot_unavailable') return null
  const { alternatives } = error.details
  return Array.isArray(alternatives) ? (alternatives as Slot[]) : []
}

/** Open hours that can be booked with a call of the period, by the day they begin on. */
export function openByDay(
  slots: readonly Slot[],
  now: Date,
  dayKeyOf: (time: string) => string,
): ReadonlyMap<string, readonly Slot[]> {
  const days = new Map<string, Slot[]>()
  for (const slot of slots) {
    if (slot.status !== 'open' || slot.type !== 'session' || new Date(slot.start) <= now) continue
    const key = dayKeyOf(slot.start)
    days.set(key, [...(days.get(key) ?? []), slot])
  }
  return days
}

/** Slots by the day on which they begin, in the order of time. */
export function groupByDay(slots: readonly Slot[]): Map<string, Slot[]> {
  const days = new Map<string, Slot[]>()
  for (const slot of slots) {
    const key = dayKey(slot.start)
    days.set(key, [...(days.get(key) ?? []), slot])
  }
  return days
}

/** What cancelling does to the call, beside the button. */
export function cancelNote(slot: Pick<Slot, 'type' | 'freeUntil'>, now: Date): string {
  const { freeUntil } = slot
  return freeUntil !== null && keepsCall(freeUntil, now)
    ? `Cancel by ${formatShortMoment(freeUntil)}, and you keep the call`
    : cancelMeaning(slot, now)
}

/** The same, in the question: of cancelling now. */
export function cancelMeaning({ type, freeUntil }: Pick<Slot, 'type' | 'freeUntil'>, now: Date): string {
  if (type === 'intro') return 'This time opens up for someone else'
  if (freeUntil === null) return 'Cancelling does not give the call back'
  return keepsCall(freeUntil, now) ? 'You keep the call' : 'Cancelling now uses the call'
}

const keepsCall = (freeUntil: string, now: Date): boolean =>
  sessionCases[cancelCase('mentee', { now, earlyUntil: new Date(freeUntil) })].effect === 'freed'

/** The session that runs or comes next, of a list by start. */
export const nextSession = (slots: readonly Slot[], now: Date): Slot | undefined =>
  slots.find(({ status, end }) => status === 'booked' && new Date(end) > now)

/** "2 days 4 h", "3 h 05 min", "4 min 09 s"; null once it has begun. */
export function countdown(start: string, now: Date): string | null {
  const seconds = Math.ceil((new Date(start).getTime() - now.getTime()) / 1000)
  if (seconds <= 0) return null
  const days = Math.floor(seconds / 86_400)
  const hours = Math.floor((seconds % 86_400) / 3600)
  const minutes = Math.floor((seconds % 3600) / 60)
  const two = (value: number) => String(value).padStart(2, '0')
  if (days > 0) return `${days} ${days === 1 ? 'day' : 'days'} ${hours} h`
  if (hours > 0) return `${hours} h ${two(minutes)} min`
  return `${minutes} min ${two(seconds % 60)} s`
}

type Missed = Pick<Slot, 'missedBy' | 'couldNotGoOn' | 'mentorId'>

/** By whom a session counts as missed, said to the mentee: also somebody who was there for a moment. Undefined for others. */
export function missedNote({ missedBy, couldNotGoOn, mentorId: mentor }: Missed) {
  if (!missedBy) return undefined
  if (couldNotGoOn) return 'It could not go on.'
  if (missedBy === 'mentor') return `${mentor.firstName} missed it.`
  return missedBy === 'mentee' ? 'You missed it.' : 'Both of you missed it.'
}

/** How a past session was settled, said to the mentee; undefined for one that was cancelled or is not settled yet. */
export const settledNote = (slot: Missed & Pick<Slot, 'status'>): string | undefined =>
  slot.status === 'completed' ? whyOf('completed') : missedNote(slot)

export const statusVariants = {
  open: { label: 'Open', tone: 'neutral' },
  booked: { label: 'Booked', tone: 'positive' },
  completed: { label: 'Completed', tone: 'positive' },
  missed: { label: 'Missed', tone: 'danger' },
  cancelled: { label: 'Cancelled', tone: 'neutral' },
} as const satisfies Record<Slot['status'], { label: string; tone: string }>
