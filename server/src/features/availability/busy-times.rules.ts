import ICAL from 'ical.js'
import {
  atMostMs,
  type CalendarEvent,
  endOf,
  type Length,
  lastMomentOf,
  type Moment,
  readEvent,
} from './calendar-events.rules.ts'
import { dayMs, secondMs, type Wall, zonesOf } from './calendar-zones.rules.ts'

/** In milliseconds since 1970. */
export type BusySpan = { start: number; end: number }
export type BusyQuestion = {
  from: number
  to: number
  /** Of times and days that name no zone. */
  timeZone: string
  eventsMax: number
}
export type CalendarProblemCode = 'not_a_calendar' | 'too_many_events'

export class CalendarProblem extends Error {
  readonly code: CalendarProblemCode
  constructor(code: CalendarProblemCode) {
    super(code)
    this.name = 'CalendarProblem'
    this.code = code
  }
}

/** How many times of rules are looked at in one calendar, also those that are over. */
const looksMax = 50_000
/** No clock is further from UTC. */
const offsetMaxMs = 26 * 3_600_000

/**
 * When a calendar says that its owner is busy, what overlaps as one span, the first on top.
 * @param text RFC 5545
 * @throws CalendarProblem
 */
export function busyTimesIn(text: string, question: BusyQuestion): BusySpan[] {
  const found: BusySpan[] = []
  const search: Search = {
    ...question,
    looks: 0,
    add(start, end) {
      if (end <= start || end <= question.from || start >= question.to) return
      found.push({ start: Math.max(start, question.from), end: Math.min(end, question.to) })
      if (found.length > question.eventsMax) throw new CalendarProblem('too_many_events')
    },
  }
  for (const calendar of calendarsIn(text)) expandCalendar(calendar, search)
  return merge(found)
}

type Search = BusyQuestion & { looks: number; add: (start: number, end: number) => void }

function calendarsIn(text: string): ICAL.Component[] {
  if (!/^\s*BEGIN:VCALENDAR/i.test(text)) throw new CalendarProblem('not_a_calendar')
  let parsed: unknown
  try {
    parsed = ICAL.parse(text)
  } catch {
    throw new CalendarProblem('not_a_calendar')
  }
  // One calendar, or several that follow one another.
  const roots = (Array.isArray(parsed) && typeof parsed[0] === 'string' ? [parsed] : parsed) as unknown[][]
  return roots.map((root) => new ICAL.Component(root as never))
}

function expandCalendar(calendar: ICAL.Component, search: Search) {
  const zones = zonesOf(calendar, search.timeZone)
  const events = calendar.getAllSubcomponents('vevent').flatMap((one) => readEvent(one, zones) ?? [])
  const changes = new Map<string, CalendarEvent[]>()
  for (const event of events)
    if (event.insteadOf) changes.set(event.uid, [...(changes.get(event.uid) ?? []), event])
  for (const event of events)
    if (!event.insteadOf) expandSeries(event, latestOf(changes.get(event.uid) ?? []), search)
  for (const own of changes.values())
    for (const event of latestOf(own)) if (event.isBusy) addOne(event.start, event.length, search)
}

/** Of several changes of the same time of a series the latest. */
function latestOf(changes: readonly CalendarEvent[]): CalendarEvent[] {
  const latest = new Map<number, CalendarEvent>()
  for (const change of changes) {
    const key = momentOf(change.insteadOf!)
    if (change.sequence >= (latest.get(key)?.sequence ?? 0)) latest.set(key, change)
  }
  return [...latest.values()]
}

const momentOf = ({ wall, clock }: Moment) => clock(wall)

function addOne(start: Moment, length: Length, search: Search) {
  search.add(momentOf(start), endOf(start, length))
}

/** Whether something that begins then by its clock cannot touch what is asked about. */
const isFar = (wall: Wall, lengthMs: number, { from, to }: Search) =>
  wall + lengthMs + offsetMaxMs < from || wall - offsetMaxMs > to

function expandSeries(event: CalendarEvent, changes: readonly CalendarEvent[], search: Search) {
  if (!event.isBusy) return
  const { start, length, rules, added } = event
  const isExcluded = exclusionOf(event, changes, search)
  const seen = new Set<number>()
  const add = (one: Moment, oneLength: Length) => {
    if (isFar(one.wall, atMostMs(oneLength), search)) return
    const key = momentOf(one)
    if (seen.has(key) || isExcluded(one)) return
    seen.add(key)
    addOne(one, oneLength, search)
  }
  add(start, length)
  for (const rule of rules) for (const wall of wallsOf(rule, event, search)) add({ ...start, wall }, length)
  for (const one of added) add(one.start, one.length ?? length)
}

function exclusionOf(event: CalendarEvent, changes: readonly CalendarEvent[], search: Search) {
  const gone = [...event.excluded, ...changes.map(({ insteadOf }) => insteadOf!)]
  const near = gone.filter(({ wall }) => !isFar(wall, atMostMs(event.length) + dayMs, search))
  const moments = new Set(near.map(momentOf))
  // Some programs name the day only.
  const days = new Set(near.filter(({ isDate }) => isDate).map(({ wall }) => wall))
  return (one: Moment) => moments.has(momentOf(one)) || days.has(Math.floor(one.wall / dayMs) * dayMs)
}

/** The times of a rule near the span that is asked about, by the clock of the series. */
function* wallsOf(rule: ICAL.Recur, { start, length }: CalendarEvent, search: Search): Generator<Wall> {
  const last = lastMomentOf(rule, start)
  const open = rule.clone()
  open.until = null as never
  const begin = leap(rule, start.wall, search.from - atMostMs(length) - offsetMaxMs)
  const times = open.iterator(toTime(begin, start.isDate))
  for (let time = times.next(); time; time = times.next()) {
    if (++search.looks > looksMax) throw new CalendarProblem('too_many_events')
    const wall = Date.UTC(time.year, time.month - 1, time.day, time.hour, time.minute, time.second)
    if (wall - offsetMaxMs > Math.min(search.to, last)) return
    if (isFar(wall, atMostMs(length), search)) continue
    if (start.clock(wall) > last) return
    yield wall
  }
}

const stepMs: Partial<Record<string, number>> = {
  SECONDLY: secondMs,
  MINUTELY: 60_000,
  HOURLY: 3_600_000,
  DAILY: dayMs,
  WEEKLY: 7 * dayMs,
}

/** Where to begin so that years gone by are not counted through: whole steps of the rule after its start. */
function leap({ freq, interval, count }: ICAL.Recur, start: Wall, target: Wall): Wall {
  const step = (stepMs[freq] ?? 0) * Math.max(1, interval)
  if (count || step === 0 || target - step <= start) return start
  return start + Math.floor((target - step - start) / step) * step
}

function toTime(wall: Wall, isDate: boolean): ICAL.Time {
  const time = ICAL.Time.fromJSDate(new Date(wall), true)
  time.zone = ICAL.Timezone.localTimezone
  time.isDate = isDate
  return time
}

function merge(spans: BusySpan[]): BusySpan[] {
  const merged: BusySpan[] = []
  for (const span of spans.sort((one, other) => one.start - other.start)) {
    const last = merged.at(-1)
    if (last && span.start <= last.end) last.end = Math.max(last.end, span.end)
    else merged.push({ ...span })
  }
  return merged
}
