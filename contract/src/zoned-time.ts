import { type Day, offsetMs, wallClock, weekdayOf } from './wall-clock.ts'

const dayMs = 86_400_000

/**
 * The moment at which calendar and clock of a zone show this. A time that a change of the clocks
 * repeats means the first; one that it skips moves on by what it skips.
 */
export function instantAt(day: Day, minutes: number, timeZone: string): Date {
  const asUtc = Date.parse(`${day}T00:00:00Z`) + minutes * 60_000
  const before = asUtc - offsetMs(asUtc - dayMs, timeZone)
  const after = asUtc - offsetMs(asUtc + dayMs, timeZone)
  const fits = (candidate: number) => candidate + offsetMs(candidate, timeZone) === asUtc
  const found = [before, after].sort((a, b) => a - b).find(fits)
  return new Date(found ?? before)
}

/** Whether a change of the clocks skips this time on this day, so that no clock of the zone ever shows it. */
export function isSkipped(day: Day, minutes: number, timeZone: string): boolean {
  const shown = wallClock(instantAt(day, minutes, timeZone), timeZone)
  return shown.day !== day || shown.minutes !== minutes
}

export const addDays = (day: Day, days: number): Day =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10)

/** The seven days of the week around a day, from Monday. */
export function weekOf(day: Day): Day[] {
  const monday = addDays(day, -((weekdayOf(day) + 6) % 7))
  return Array.from({ length: 7 }, (_, index) => addDays(monday, index))
}

/** A day as a moment that no zone moves to another date; to be formatted with the zone "UTC". */
export const noonOf = (day: Day): Date => new Date(`${day}T12:00:00Z`)

/** "09:30" ↔ 570. */
export const clockText = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

export function readClock(text: string): number | null {
  const match = /^(\d{1,2}):(\d{2})$/.exec(text)
  return match ? Number(match[1]) * 60 + Number(match[2]) : null
}
