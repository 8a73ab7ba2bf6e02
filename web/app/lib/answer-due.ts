import type { Awaiting } from '@marga/contract/chat'
import type { MemberRole } from '@marga/contract/roles'
import { formatShortDay, formatTime, ownTimeZone } from './dates.ts'
import { daysAway } from './relative-dates.ts'

/** When an answer is promised. */
export type Due = Pick<Awaiting, 'dueAt' | 'isLate' | 'standstill'>
export type DueState = 'late' | 'paused' | 'running'

/** Late stays late, even while the clock stands still; the server's word comes a moment after the minute. */
export function dueState({ dueAt, isLate, standstill }: Due, now: Date): DueState {
  if (isLate || (dueAt !== null && new Date(dueAt) <= now)) return 'late'
  if (dueAt === null) return 'paused'
  return standstill && (!standstill.until || new Date(standstill.until) > now) ? 'paused' : 'running'
}

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** "today", "tomorrow", "yesterday", else "Sun 22 Nov". */
export function relativeDay(moment: string | Date, now: Date, timeZone = ownTimeZone()): string {
  return nearDays[daysAway(moment, now, timeZone)] ?? formatShortDay(moment, timeZone)
}
const nearDays: Record<number, string> = { [-1]: 'yesterday', 0: 'today', 1: 'tomorrow' }

/** "today, 6:00 pm", "Sun 22 Nov, 6:00 pm". */
export const relativeMoment = (moment: string | Date, now: Date, timeZone = ownTimeZone()): string =>
  `${relativeDay(moment, now, timeZone)}, ${formatTime(moment, timeZone)}`

/** "5 h left", "40 min left", "3 days left": whole ones, so that there is never less than it says. */
export function timeLeft(until: string | Date, now: Date): string {
  const leftMs = new Date(until).getTime() - now.getTime()
  if (leftMs >= 2 * dayMs) return `${Math.floor(leftMs / dayMs)} days left`
  if (leftMs >= hourMs) return `${Math.floor(leftMs / hourMs)} h left`
  const minutes = Math.floor(leftMs / 60_000)
  return minutes < 1 ? 'Less than 1 min left' : `${minutes} min left`
}

type Reader = { role: MemberRole; mentorName: string; timeZone?: string }

/** Why nobody is late although no answer comes: "while you are away until Thu 3 Dec". */
export function standstillReason(
  standstill: Awaiting['standstill'] | undefined,
  { role, mentorName, timeZone = ownTimeZone() }: Reader,
): string {
  const isMentor = role === 'mentor'
  if (standstill?.because === 'vacation')
    return `while ${isMentor ? 'you are' : `${mentorName} is`} away${lastDay(standstill.until, timeZone)}`
  if (standstill?.because === 'pause')
    return `while ${isMentor ? 'the' : 'your'} subscription is paused${untilDay(standstill.until, timeZone)}`
  // Not who blocked whom: the one who was blocked is not told, and reads this too.
  return 'while you cannot write to each other'
}

const untilDay = (until: string | null, timeZone: string) =>
  until === null ? '' : ` until ${formatShortDay(until, timeZone)}`

/** It ends with a day: the midnight after it is no part of it. */
const lastDay = (until: string | null, timeZone: string) =>
  untilDay(until && new Date(Date.parse(until) - 1).toISOString(), timeZone)

/** What matters most, and the rest of the sentence: "5 h left" and ", due today, 6:00 pm". */
export function mentorDueWords(due: Due, now: Date): { headline: string; rest: string } {
  const { dueAt, standstill } = due
  const state = dueState(due, now)
  if (state === 'paused')
    return {
      headline: 'Paused',
      rest: ` ${standstillReason(standstill, { role: 'mentor', mentorName: '' })}`,
    }
  if (state === 'late') return { headline: 'Late', rest: dueAt ? ` since ${relativeMoment(dueAt, now)}` : '' }
  return { headline: timeLeft(dueAt!, now), rest: `, due ${relativeMoment(dueAt!, now)}` }
}
