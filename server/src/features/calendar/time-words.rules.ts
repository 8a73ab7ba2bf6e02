import { TZDate } from '@date-fns/tz'
import { format } from 'date-fns'

/** Where somebody has not said where they are. */
export const defaultTimeZone = 'Asia/Kolkata'

const inZone = (moment: Date, timeZone: string) => new TZDate(moment, timeZone)

function nameOf(timeZone: string, moment: Date) {
  const parts = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'long' }).formatToParts(moment)
  const name = parts.find((part) => part.type === 'timeZoneName')?.value
  return name ? `${name}, ${timeZone}` : timeZone
}

/** "Monday, November 23rd 2026" as the calendar reads there. */
export const dateWords = (moment: Date, timeZone: string | null) =>
  format(inZone(moment, timeZone ?? defaultTimeZone), 'EEEE, MMMM do yyyy')

/** "5:30 pm to 6:30 pm (India Standard Time, Asia/Kolkata)": the zone is always named. */
export function spanWords(span: { start: Date; end: Date }, timeZone: string | null) {
  const zone = timeZone ?? defaultTimeZone
  const clockOf = (moment: Date) => format(inZone(moment, zone), 'h:mm aaa')
  return `${clockOf(span.start)} to ${clockOf(span.end)} (${nameOf(zone, span.start)})`
}

/** "5:30 pm (India Standard Time, Asia/Kolkata)" */
export function timeWords(moment: Date, timeZone: string | null) {
  const zone = timeZone ?? defaultTimeZone
  return `${format(inZone(moment, zone), 'h:mm aaa')} (${nameOf(zone, moment)})`
}
