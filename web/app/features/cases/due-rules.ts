import { groupDigits } from '@marga/contract/digit-groups'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** "3 h", "40 min", "5 days": as exact as it matters. */
export function durationText(ms: number): string {
  if (ms < hourMs) return `${Math.max(1, Math.floor(ms / minuteMs))} min`
  if (ms < 2 * dayMs) return `${Math.floor(ms / hourMs)} h`
  return `${Math.floor(ms / dayMs)} days`
}

export type DueState = 'overdue' | 'soon' | 'later'
/** From then on a case is said to be due soon. */
const soonMs = dayMs

/** When a case is due, by the clock of this page: it turns overdue while it is looked at. */
export function dueOf(dueAt: string, now: Date): { state: DueState; text: string } {
  const leftMs = new Date(dueAt).getTime() - now.getTime()
  if (leftMs < 0) return { state: 'overdue', text: `Overdue by ${durationText(-leftMs)}` }
  return { state: leftMs < soonMs ? 'soon' : 'later', text: `Due in ${durationText(leftMs)}` }
}

/** Median of hours as it is told: "5 h", "2.5 days", "40 min"; without decisions a dash. */
export function hoursText(hours: number | null): string {
  if (hours === null) return '–'
  if (hours < 1) return `${Math.max(1, Math.round(hours * 60))} min`
  if (hours < 48) return `${Math.round(hours)} h`
  return `${groupDigits(Math.round(hours / 2.4) / 10)} days`
}
