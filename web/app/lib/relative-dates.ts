// Beside dates.ts, which every page loads: the public ones tell no time in this way.
import { currentTime } from './clock.ts'
import { dayKey, ownTimeZone } from './dates.ts'

const daySeconds = 86_400

/** How many days of the calendar away, whatever the clocks of the zone do between them. */
export const daysAway = (moment: string | Date, now: Date, timeZone = ownTimeZone()): number =>
  (Date.parse(dayKey(moment, timeZone)) - Date.parse(dayKey(now, timeZone))) / (daySeconds * 1000)

/** "in 3 hours", "tomorrow", "2 days ago": hours within a day, beyond it days of the calendar. */
export function formatRelative(time: string | Date, now = currentTime(), timeZone = ownTimeZone()): string {
  const seconds = (new Date(time).getTime() - now.getTime()) / 1000
  const days = Math.abs(seconds) < daySeconds ? 0 : daysAway(time, now, timeZone)
  const [away, units] = days === 0 ? [seconds, unitsWithinDay] : [days * daySeconds, unitsBeyondDay]
  for (const [unit, length] of units) {
    if (Math.abs(away) < length) continue
    // Seven days back is not always in the calendar's last week, nor thirty in its last month.
    const format = new Intl.RelativeTimeFormat('en', { numeric: unit === 'day' ? 'auto' : 'always' })
    return format.format(Math.trunc(away / length), unit)
  }
  return 'just now'
}

const unitsBeyondDay = [
  ['year', 365 * daySeconds],
  ['month', 30 * daySeconds],
  ['week', 7 * daySeconds],
  ['day', daySeconds],
] as const
const unitsWithinDay = [
  ['hour', 3600],
  ['minute', 60],
] as const
