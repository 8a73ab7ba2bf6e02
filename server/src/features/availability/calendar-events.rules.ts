import ICAL from 'ical.js'
import {
  dayMs,
  isUtc,
  secondMs,
  type Wall,
  wallOf,
  type ZoneClock,
  type Zones,
} from './calendar-zones.rules.ts'

/** When something begins: by the clock of its zone, and as a moment. */
export type Moment = { wall: Wall; clock: ZoneClock; isDate: boolean }
export type Length =
  | { exactMs: number }
  /** Days of the calendar, whatever the clocks do between, and then so long. */
  | { days: number; thenMs: number }

/** One VEVENT, as far as it matters for who is busy. */
export type CalendarEvent = {
  uid: string
  sequence: number
  start: Moment
  length: Length
  isBusy: boolean
  rules: ICAL.Recur[]
  added: { start: Moment; length: Length | undefined }[]
  excluded: Moment[]
  /** Which time of a series this one is instead of. */
  insteadOf: Moment | undefined
}

/** @returns undefined where it does not say when it begins */
export function readEvent(component: ICAL.Component, zones: Zones): CalendarEvent | undefined {
  const start = momentsOf(component, 'dtstart', zones)[0]
  if (!start) return undefined
  const text = (name: string) => String(component.getFirstPropertyValue(name) ?? '')
  return {
    uid: text('uid'),
    sequence: Number(text('sequence')) || 0,
    start,
    length: lengthOf(component, start, zones),
    isBusy: text('status').toUpperCase() !== 'CANCELLED' && text('transp').toUpperCase() !== 'TRANSPARENT',
    rules: component
      .getAllProperties('rrule')
      .map((property) => property.getFirstValue())
      .filter((value) => value instanceof ICAL.Recur),
    added: addedOf(component, zones),
    excluded: momentsOf(component, 'exdate', zones),
    insteadOf: momentsOf(component, 'recurrence-id', zones)[0],
  }
}

/** The moment `length` after a start. */
export function endOf({ wall, clock }: Moment, length: Length): number {
  if ('exactMs' in length) return clock(wall) + length.exactMs
  return clock(wall + length.days * dayMs) + length.thenMs
}

/** About how long, for what is only to be no shorter. */
export const atMostMs = (length: Length) =>
  'exactMs' in length ? length.exactMs : (length.days + 1) * dayMs + length.thenMs

const momentOf = (time: ICAL.Time, property: ICAL.Property, zones: Zones): Moment => ({
  wall: wallOf(time),
  clock: zones.clockOf(time, property),
  isDate: time.isDate,
})

const momentsOf = (component: ICAL.Component, name: string, zones: Zones): Moment[] =>
  component
    .getAllProperties(name)
    .flatMap((property) =>
      property
        .getValues()
        .flatMap((value) => (value instanceof ICAL.Time ? [momentOf(value, property, zones)] : [])),
    )

function addedOf(component: ICAL.Component, zones: Zones): CalendarEvent['added'] {
  return component.getAllProperties('rdate').flatMap((property) =>
    property.getValues().flatMap((value): CalendarEvent['added'] => {
      if (value instanceof ICAL.Time) return [{ start: momentOf(value, property, zones), length: undefined }]
      if (!(value instanceof ICAL.Period)) return []
      const start = momentOf(value.start, property, zones)
      if (value.duration) return [{ start, length: lengthOfDuration(value.duration) }]
      const end = momentOf(value.end, property, zones)
      return [{ start, length: { exactMs: end.clock(end.wall) - start.clock(start.wall) } }]
    }),
  )
}

function lengthOf(component: ICAL.Component, start: Moment, zones: Zones): Length {
  const [end] = momentsOf(component, 'dtend', zones)
  if (end && start.isDate) return { days: Math.round((end.wall - start.wall) / dayMs), thenMs: 0 }
  // What repeats takes as long each time, also over a change of the clocks.
  if (end) return { exactMs: end.clock(end.wall) - start.clock(start.wall) }
  const duration = component.getFirstPropertyValue('duration')
  if (duration instanceof ICAL.Duration) return lengthOfDuration(duration)
  return start.isDate ? { days: 1, thenMs: 0 } : { exactMs: 0 }
}

function lengthOfDuration({ weeks, days, hours, minutes, seconds, isNegative }: ICAL.Duration): Length {
  if (isNegative) return { exactMs: 0 }
  return { days: weeks * 7 + days, thenMs: (hours * 3600 + minutes * 60 + seconds) * secondMs }
}

/** The last moment of a rule: UNTIL of a day counts to the end of that day. */
export function lastMomentOf({ until }: ICAL.Recur, { clock, isDate }: Moment): number {
  if (!until) return Number.POSITIVE_INFINITY
  const wall = wallOf(until)
  if (isDate) return clock(Math.floor(wall / dayMs) * dayMs)
  if (until.isDate) return clock(wall + dayMs) - 1
  return isUtc(until) ? wall : clock(wall)
}
