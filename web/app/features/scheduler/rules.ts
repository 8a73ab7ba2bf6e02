import { limits } from '@marga/contract/limits'
import { cancelCase, sessionCases } from '@marga/contract/session-credit-cases'
import type { Slot } from '@marga/contract/slots'
import { type Day, wallClock } from '@marga/contract/wall-clock'
import { addDays, weekOf } from '@marga/contract/zoned-time'
import { earlyUntil } from '../../lib/slots/move-rules.ts'

export const stepMinutes = 15
export const dayMinutes = 1440

/** A stretch of one day's column, in minutes since midnight. */
export type SelectedTime = { day: Day; start: number; end: number }
export type Interval = { start: Date; end: Date }

const floorStep = (minutes: number) => Math.floor(minutes / stepMinutes) * stepMinutes
const ceilStep = (minutes: number) => Math.ceil(minutes / stepMinutes) * stepMinutes

/** More cannot be selected: nobody means it. */
export const selectedHoursMax = 12

/**
 * What a finger or pointer drew from `anchor` to `pointer`: whole quarters of an hour up to a session, whole sessions
 * beyond, within the day. The anchor's quarter always belongs to it.
 */
export function selectedInterval(anchor: number, pointer: number): { start: number; end: number } {
  const from = clamp(floorStep(anchor), 0, dayMinutes - stepMinutes)
  if (pointer >= anchor) {
    return { start: from, end: from + selectedMinutes(ceilStep(pointer) - from, dayMinutes - from) }
  }
  const end = from + stepMinutes
  return { start: end - selectedMinutes(end - floorStep(pointer), end), end }
}

function selectedMinutes(selected: number, room: number): number {
  const hour = limits.sessionMinutes
  if (selected <= hour || room <= hour) return clamp(selected, stepMinutes, Math.min(hour, room))
  return Math.min(Math.round(selected / hour), Math.floor(room / hour), selectedHoursMax) * hour
}

/** A click or Enter at a time of day: a whole session from that quarter on. */
export function pickedInterval(minutes: number): { start: number; end: number } {
  const start = clamp(floorStep(minutes), 0, dayMinutes - stepMinutes)
  return { start, end: Math.min(start + limits.sessionMinutes, dayMinutes) }
}

/** What is proposed on a day to come. */
export const morningOf = (day: Day): SelectedTime => ({ day, ...pickedInterval(9 * 60) })

const clamp = (value: number, min: number, max: number) => Math.min(Math.max(value, min), max)

/** `idle`: was open and nobody came; `over`: how it went is not settled yet. A cancelled slot leaves its time free. */
export type SlotVariant =
  | 'open'
  | 'booked'
  | 'running'
  | 'over'
  | 'completed'
  | 'missed'
  | 'idle'
  | 'cancelled'

export function variantOf(slot: Pick<Slot, 'status' | 'start' | 'end'>, now: Date): SlotVariant {
  if (slot.status === 'open') return new Date(slot.start) > now ? 'open' : 'idle'
  if (slot.status !== 'booked') return slot.status
  if (new Date(slot.end) <= now) return 'over'
  return new Date(slot.start) <= now ? 'running' : 'booked'
}

export const slotVariants: Record<
  SlotVariant,
  { label: string; tone: 'neutral' | 'accent' | 'positive' | 'danger' }
> = {
  open: { label: 'Open', tone: 'accent' },
  booked: { label: 'Booked', tone: 'positive' },
  running: { label: 'Running', tone: 'positive' },
  over: { label: 'Over', tone: 'neutral' },
  completed: { label: 'Completed', tone: 'neutral' },
  missed: { label: 'Missed', tone: 'danger' },
  idle: { label: 'Not booked', tone: 'neutral' },
  cancelled: { label: 'Cancelled', tone: 'danger' },
}

/** Where an open slot comes from, or why nobody can book it; null for one that was added by hand. */
export function originText({ status, isLaidOut, isHidden }: Pick<Slot, 'status' | 'isLaidOut' | 'isHidden'>) {
  if (status !== 'open') return null
  if (isHidden) return 'Hidden: busy in another calendar'
  return isLaidOut ? 'From weekly hours' : null
}

/** What the mentor's cancelling now does for the mentee, beside the button and in the question. */
export function cancelNote(slot: Slot, now: Date): string {
  const name = slot.menteeId?.firstName ?? 'The mentee'
  if (slot.type === 'intro') return `${name} may book another intro call with you`
  if (slot.callId !== null && slot.freeUntil === null)
    return `${name}’s subscription is over, so what the call cost is refunded`
  const rule = sessionCases[cancelCase('mentor', { now, earlyUntil: earlyUntil(slot) })]
  return 'hasBonus' in rule
    ? `${name} gets the call back and one more call, up to ${limits.bonusCallsPerPeriod} extra a month`
    : `${name} gets the call back`
}

export const isPast = (slot: Pick<Slot, 'end'>, now: Date): boolean => new Date(slot.end) <= now

export type Block = { slot: Slot; top: number; minutes: number }

/** The parts of slots that lie in a day's column; what runs past midnight shows in both columns. */
export function blocksOfDay(slots: readonly Slot[], day: Day, timeZone: string): Block[] {
  return slots.flatMap((slot) => {
    if (slot.status === 'cancelled') return []
    const start = wallClock(slot.start, timeZone)
    const lengthMinutes = (Date.parse(slot.end) - Date.parse(slot.start)) / 60_000
    if (start.day === day) {
      return [{ slot, top: start.minutes, minutes: Math.min(lengthMinutes, dayMinutes - start.minutes) }]
    }
    const spillMinutes = start.minutes + lengthMinutes - dayMinutes
    const spills = spillMinutes > 0 && addDays(start.day, 1) === day
    return spills ? [{ slot, top: 0, minutes: spillMinutes }] : []
  })
}

const isComing = (slot: Pick<Slot, 'status' | 'end'>, now: Date) =>
  (slot.status === 'open' || slot.status === 'booked') && !isPast(slot, now)

/** The day on which the calendar opens: today, or in the first week that has something ahead; on a Sunday the next. */
export function openingDay(slots: readonly Slot[], now: Date, timeZone: string): Day {
  const today = wallClock(now, timeZone).day
  const sunday = weekOf(today)[6]!
  const [first] = slots
    .filter((slot) => isComing(slot, now))
    .map(({ start }) => wallClock(start, timeZone).day)
    .sort()
  if (first !== undefined) return first <= sunday ? today : first
  return today === sunday ? addDays(today, 1) : today
}

const hoursOfWork = 8 * 60

/** As much of a day as a telephone shows at once. */
const shownMinutes = 5 * 60

/**
 * Minutes since midnight that stand at the top at first: a little before now, or before the first slot that is ahead
 * where that would be out of sight.
 */
export function openingMinutes(
  slots: readonly Slot[],
  { days, now, timeZone }: { days: readonly Day[]; now: Date; timeZone: string },
): number {
  const today = wallClock(now, timeZone)
  if (days.includes(today.day)) {
    const ahead = slots.filter((slot) => isComing(slot, now))
    const first = Math.min(...days.flatMap((day) => blocksOfDay(ahead, day, timeZone).map(({ top }) => top)))
    const isOutOfSight = Number.isFinite(first) && first > today.minutes + shownMinutes
    return isOutOfSight ? first - 30 : Math.max(0, today.minutes - 60)
  }
  const tops = days.flatMap((day) => blocksOfDay(slots, day, timeZone).map(({ top }) => top))
  return tops.length > 0 ? Math.max(0, Math.min(...tops) - 30) : hoursOfWork
}

/** Slots by the day they begin on, days and slots in the order of the list. */
export function groupByDay(slots: readonly Slot[], timeZone: string): [day: Day, slots: Slot[]][] {
  const days = new Map<Day, Slot[]>()
  for (const slot of slots) {
    const { day } = wallClock(slot.start, timeZone)
    days.set(day, [...(days.get(day) ?? []), slot])
  }
  return [...days]
}
