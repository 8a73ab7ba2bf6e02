import { instantAt } from '@marga/contract/zoned-time'
import ICAL from 'ical.js'

/** What a clock shows, as milliseconds since 1970 as though it were the clock of UTC: easy to compare and to add to. */
export type Wall = number
/** The moment at which the clock of a zone shows this. */
export type ZoneClock = (wall: Wall) => number

export const secondMs = 1000
export const dayMs = 86_400_000

export const wallOf = (time: ICAL.Time): Wall =>
  Date.UTC(time.year, time.month - 1, time.day, time.hour, time.minute, time.second)

export const isUtc = (time: ICAL.Time) => time.zone === ICAL.Timezone.utcTimezone

const zoneClock =
  (timeZone: string): ZoneClock =>
  (wall) => {
    const midnight = Math.floor(wall / dayMs) * dayMs
    const day = new Date(midnight).toISOString().slice(0, 10)
    const minutes = Math.floor((wall - midnight) / 60_000)
    return instantAt(day, minutes, timeZone).getTime() + (wall % 60_000)
  }

/** By the zone that the calendar itself describes. */
const describedClock =
  (zone: ICAL.Timezone): ZoneClock =>
  (wall) => {
    const time = ICAL.Time.fromJSDate(new Date(wall), true)
    time.zone = ICAL.Timezone.localTimezone
    return wall - zone.utcOffset(time) * secondMs
  }

/** The name of a zone that is known here, also behind a maker's prefix: "/mozilla.org/20050126_1/Europe/Berlin". */
function knownZone(name: string): string | undefined {
  const parts = name.split('/').filter(Boolean)
  for (const length of [parts.length, 3, 2, 1]) {
    const candidate = parts.slice(-length).join('/')
    // "+05:30" is no zone: it knows no changes of the clocks.
    if (length <= parts.length && /^[A-Za-z]/.test(candidate) && isZone(candidate)) return candidate
  }
  return undefined
}

function isZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en-US', { timeZone: name }))
  } catch {
    return false
  }
}

/**
 * The clock of each zone that a calendar names: the one known under this name, else the one that the calendar
 * describes, else the calendar's own zone, else the mentor's. What names no zone is of the mentor's clock.
 */
export function zonesOf(calendar: ICAL.Component, mentorZone: string) {
  const described = new Map(
    calendar
      .getAllSubcomponents('vtimezone')
      .map((component) => [String(component.getFirstPropertyValue('tzid')), component]),
  )
  const ownName = calendar.getFirstPropertyValue('x-wr-timezone')
  const ownZone = (typeof ownName === 'string' && knownZone(ownName)) || mentorZone
  const mentorClock = zoneClock(mentorZone)
  const ownClock = zoneClock(ownZone)
  const clocks = new Map<string, ZoneClock>()
  const find = (name: string): ZoneClock => {
    const known = knownZone(name)
    const description = described.get(name)
    if (known) return zoneClock(known)
    return description ? describedClock(new ICAL.Timezone(description)) : ownClock
  }
  return {
    /** The clock by which a value of this property is meant. */
    clockOf(time: ICAL.Time, property: ICAL.Property): ZoneClock {
      if (time.isDate) return ownClock
      if (isUtc(time)) return (wall) => wall
      const name = property.getFirstParameter('tzid')
      if (!name) return mentorClock
      const clock = clocks.get(name) ?? find(name)
      clocks.set(name, clock)
      return clock
    },
  }
}
export type Zones = ReturnType<typeof zonesOf>
