/** Where somebody has not said where they are. */
export const defaultTimeZone = 'Asia/Kolkata'

/** Making one takes a hundred times as long as using it, and it is large: those of the zones that were asked last. */
const formatters = new Map<string, Intl.DateTimeFormat>()
const formattersMax = 100

function formatterOf(timeZone: string): Intl.DateTimeFormat {
  const formatter =
    formatters.get(timeZone) ??
    new Intl.DateTimeFormat('en-US', {
      timeZone,
      weekday: 'long',
      year: 'numeric',
      month: 'long',
      day: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
      hour12: true,
      timeZoneName: 'long',
    })
  formatters.delete(timeZone)
  formatters.set(timeZone, formatter)
  if (formatters.size > formattersMax) formatters.delete(formatters.keys().next().value!)
  return formatter
}

type Part = 'weekday' | 'year' | 'month' | 'day' | 'hour' | 'minute' | 'dayPeriod' | 'timeZoneName'
const partsOf = (moment: Date, timeZone: string) =>
  Object.fromEntries(
    formatterOf(timeZone)
      .formatToParts(moment)
      .map(({ type, value }) => [type, value]),
  ) as Record<Part, string>

const ordinalRules = new Intl.PluralRules('en', { type: 'ordinal' })
const ordinalEnds: Record<string, string> = { one: 'st', two: 'nd', few: 'rd' }
const ordinal = (day: string) => `${day}${ordinalEnds[ordinalRules.select(Number(day))] ?? 'th'}`

/**
 * "Thu 26 Nov, 10:00 am": for a line among others, where the year goes without saying. The pages of whoever has not
 * said where they are show the times of the device, so theirs reads "10:00 am India time".
 */
export function formatShortMoment(moment: Date, timeZone: string | null): string {
  const parts = partsOf(moment, timeZone ?? defaultTimeZone)
  const zone = timeZone ? '' : ' India time'
  return `${parts.weekday.slice(0, 3)} ${parts.day} ${parts.month.slice(0, 3)}, ${clockOf(parts)}${zone}`
}

const clockOf = ({ hour, minute, dayPeriod }: Record<Part, string>) =>
  `${hour}:${minute} ${dayPeriod.toLowerCase()}`
const nameOf = ({ timeZoneName }: Record<Part, string>, zone: string) =>
  timeZoneName ? `${timeZoneName}, ${zone}` : zone

/** "Monday, November 23rd 2026" as the calendar reads there. */
export function formatDate(moment: Date, timeZone: string | null) {
  const { weekday, month, day, year } = partsOf(moment, timeZone ?? defaultTimeZone)
  return `${weekday}, ${month} ${ordinal(day)} ${year}`
}

/** "November 23rd 2026", as the product writes dates everywhere. */
export function formatPlainDate(moment: Date, timeZone: string | null) {
  const { month, day, year } = partsOf(moment, timeZone ?? defaultTimeZone)
  return `${month} ${ordinal(day)} ${year}`
}

/** "5:30 pm to 6:30 pm (India Standard Time, Asia/Kolkata)": the zone is always named. */
export function formatInterval(span: { start: Date; end: Date }, timeZone: string | null) {
  const zone = timeZone ?? defaultTimeZone
  const [start, end] = [partsOf(span.start, zone), partsOf(span.end, zone)]
  return `${clockOf(start)} to ${clockOf(end)} (${nameOf(start, zone)})`
}

/** "Thursday, November 26th 2026, 5:30 pm (India Standard Time, Asia/Kolkata)" */
export const formatMoment = (moment: Date, timeZone: string | null): string =>
  `${formatDate(moment, timeZone)}, ${formatTime(moment, timeZone)}`

/** "5:30 pm (India Standard Time, Asia/Kolkata)" */
export function formatTime(moment: Date, timeZone: string | null) {
  const zone = timeZone ?? defaultTimeZone
  const parts = partsOf(moment, zone)
  return `${clockOf(parts)} (${nameOf(parts, zone)})`
}
