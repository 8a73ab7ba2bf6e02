import { offsetMs, wallClock, weekdayOf } from '@marga/contract/wall-clock'
import { currentTime } from './clock.ts'

/** Used where the person's zone is not known: on the server. */
export const siteTimeZone = 'Asia/Kolkata'

/** Where the browser has it, its zone costs nothing. The first formatter takes a telephone as long as a page. */
const { Temporal } = globalThis as { Temporal?: { Now: { timeZoneId(): string } } }
const readZone = () => Temporal?.Now.timeZoneId() ?? Intl.DateTimeFormat().resolvedOptions().timeZone

/** Asking a formatter costs more than drawing a message does; people change their zone while they travel. */
const zoneAgeMsMax = 30_000
let zone = { name: siteTimeZone, readAtMs: Number.NEGATIVE_INFINITY }

/** The zone of this browser, as it was half a minute ago at the most. */
export function browserTimeZone(): string {
  if (typeof window === 'undefined') return siteTimeZone
  const nowMs = performance.now()
  if (nowMs - zone.readAtMs > zoneAgeMsMax) zone = { name: readZone(), readAtMs: nowMs }
  return zone.name
}

let chosen: string | null = null
const listeners = new Set<() => void>()

/** The zone that the account of whoever is signed in names; null without. */
export function setOwnTimeZone(timeZone: string | null): void {
  if (timeZone === chosen) return
  chosen = timeZone
  for (const listener of listeners) listener()
}

export function onOwnTimeZone(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The one zone in which a person reads times: the account's, else the browser's. */
export const ownTimeZone = (): string => chosen ?? browserTimeZone()

/** Browsers name one zone in several ways: Asia/Calcutta is Asia/Kolkata. */
export const isSameZone = (one: string, other: string): boolean => canonical(one) === canonical(other)

const canonical = (timeZone: string) => formatterOf(timeZone, {}).resolvedOptions().timeZone

/** Making a formatter costs more than the rest of a card; each zone and form needs one. */
const formatters = new Map<string, Intl.DateTimeFormat>()
const formattersMax = 200

function formatterOf(timeZone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${timeZone} ${Object.entries(options)}`
  const known = formatters.get(key)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-US', { timeZone, ...options })
  if (formatters.size >= formattersMax) formatters.clear()
  formatters.set(key, made)
  return made
}

const monthNames =
  'January February March April May June July August September October November December'.split(' ')
const weekdayNames = 'Sun Mon Tue Wed Thu Fri Sat'.split(' ')

/** Of the day in that zone. */
function readDate(time: string | Date, timeZone: string) {
  const { day } = wallClock(time, timeZone)
  return {
    year: Number(day.slice(0, 4)),
    month: monthNames[Number(day.slice(5, 7)) - 1]!,
    date: Number(day.slice(8)),
    weekday: weekdayNames[weekdayOf(day)]!,
  }
}

function ordinal(day: number): string {
  const teen = day % 100 >= 11 && day % 100 <= 13
  return day + (teen ? 'th' : ({ 1: 'st', 2: 'nd', 3: 'rd' }[day % 10] ?? 'th'))
}

/** "MMMM Do YYYY": November 21st 2026. */
export function formatDate(time: string | Date, timeZone = ownTimeZone()): string {
  const { month, date, year } = readDate(time, timeZone)
  return `${month} ${ordinal(date)} ${year}`
}

/** "h:mm a": 9:30 am. */
export function formatTime(time: string | Date, timeZone = ownTimeZone()): string {
  const { minutes } = wallClock(time, timeZone)
  const hour = Math.floor(minutes / 60)
  return `${hour % 12 || 12}:${String(minutes % 60).padStart(2, '0')} ${hour < 12 ? 'am' : 'pm'}`
}

/** "9:30 am – 10:30 am". */
export const formatTimeRange = (start: string | Date, end: string | Date, timeZone = ownTimeZone()): string =>
  `${formatTime(start, timeZone)} – ${formatTime(end, timeZone)}`

/** "Sat 21 Nov": for lists where the year is plain. */
export function formatShortDay(time: string | Date, timeZone = ownTimeZone()): string {
  const { weekday, date, month } = readDate(time, timeZone)
  return `${weekday} ${date} ${month.slice(0, 3)}`
}

/** "Thu 26 Nov, 10:00 am". */
export const formatShortMoment = (time: string | Date, timeZone = ownTimeZone()): string =>
  `${formatShortDay(time, timeZone)}, ${formatTime(time, timeZone)}`

/** "YYYY-MM-DD" of the moment in that zone: the key for grouping by day. */
export const dayKey = (time: string | Date, timeZone = ownTimeZone()): string => wallClock(time, timeZone).day

const dayKeys = new Map<string, string>()
const dayKeysMax = 5_000

/** The same, remembered: a thread asks for the day of each of its messages whenever one arrives. */
export function rememberedDayKey(time: string, timeZone = ownTimeZone()): string {
  const key = `${timeZone} ${time}`
  const known = dayKeys.get(key)
  if (known !== undefined) return known
  if (dayKeys.size >= dayKeysMax) dayKeys.clear()
  const day = dayKey(time, timeZone)
  dayKeys.set(key, day)
  return day
}

/** As formatters name them, of zones whose clocks nobody changes: a page with these alone makes no formatter. */
const fixedZoneNames = new Map([
  ['Asia/Kolkata', 'India Standard Time (GMT+5:30)'],
  ['UTC', 'Coordinated Universal Time (GMT+0)'],
])

/** The zone as people name it: "India Standard Time (GMT+5:30)". */
export function timeZoneName(timeZone = ownTimeZone(), at: string | Date = currentTime()): string {
  const known = fixedZoneNames.get(timeZone)
  if (known) return known
  const named = (timeZoneName: 'long' | 'shortOffset') =>
    formatterOf(timeZone, { timeZoneName })
      .formatToParts(new Date(at))
      .find(({ type }) => type === 'timeZoneName')!.value
  const [long, offset] = [named('long'), named('shortOffset')]
  return long === offset ? long : `${long} (${offset})`
}

/** How many minutes the person's clock is ahead of UTC. */
export const ownUtcOffset = (at = currentTime(), timeZone = ownTimeZone()): number =>
  offsetMs(at.getTime(), timeZone) / 60_000

/** The moment one hour later: the usual end of a session that starts then. */
export const oneHourLater = (time: string | Date): Date => new Date(new Date(time).getTime() + 3_600_000)
