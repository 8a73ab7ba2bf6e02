import { expect, it } from 'vitest'
import { type Availability, availability, type ClockRange } from './availability.ts'
import { dayMs, everyChange, minuteMs, zones } from './testing/clock-changes.ts'
import { clockAt, layOutByTheClock } from './testing/reference-layout.ts'
import { expandWeeklyHours, type FixedSlot, type Span } from './weekly-hours.ts'

/** Every zone through two years takes minutes: without it each zone is looked at once, where its clocks change. */
const isFull = process.env.ALL_LAYOUTS === '1'
const begin = Date.UTC(2026, 0, 1)
const windows = 14
const windowMs = (2 * 365 * dayMs) / windows

/** Numbers below another that are the same for the same seed. */
function randomFrom(seed: number) {
  let state = seed >>> 0
  return (below: number) => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x6d2b79f5) >>> 0
    const mixed = Math.imul(state ^ (state >>> 13), 0x297a2d39) >>> 0
    return Math.floor((((mixed ^ (mixed >>> 16)) >>> 0) / 4_294_967_296) * below)
  }
}
type Random = ReturnType<typeof randomFrom>

function pick<T>(random: Random, of: readonly T[]): T {
  return of[random(of.length)]!
}

const clockText = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

/** Up to three, at whole quarters; half of them about the hours at which clocks change. */
function someRanges(random: Random): ClockRange[] {
  const quarters = new Set<number>()
  const count = 2 * random(4)
  while (quarters.size < count) quarters.add(random(2) ? random(17) : random(97))
  const sorted = [...quarters].sort((one, other) => one - other).map((quarter) => clockText(quarter * 15))
  return Array.from({ length: count / 2 }, (_, index) => ({
    from: sorted[2 * index]!,
    to: sorted[2 * index + 1]!,
  }))
}

function someAvailability(random: Random, timeZone: string, nowMs: number): Availability {
  const dayAt = (days: number) => clockAt(timeZone, nowMs + days * dayMs).slice(0, 10)
  const dates = new Set(Array.from({ length: random(12) }, () => dayAt(random(60))))
  const away = random(60)
  return availability.parse({
    timeZone,
    weekly: [0, 1, 2, 3, 4, 5, 6].flatMap((weekday) =>
      someRanges(random).map((range) => ({ weekday, ...range })),
    ),
    sessionMinutes: pick(random, [30, 60]),
    bufferMinutes: pick(random, [0, 5, 10, 15, 30]),
    noticeHours: 0,
    horizonDays: 7 + random(54),
    maxPerDay: pick(random, [null, 1, 2, 3]),
    maxPerWeek: pick(random, [null, 1, 3, 6]),
    overrides: [...dates].map((date) => ({ date, ranges: someRanges(random) })),
    vacations: random(2) ? [{ from: dayAt(away), to: dayAt(away + random(9)) }] : [],
    capacity: null,
  } satisfies Availability)
}

const someFixed = (random: Random, nowMs: number): FixedSlot[] =>
  Array.from({ length: random(40) }, () => {
    const startMs =
      Math.floor(nowMs / (5 * minuteMs)) * 5 * minuteMs + (random(68 * 288) - 8 * 288) * 5 * minuteMs
    const lengthMs = pick(random, [20, 30, 60]) * minuteMs
    return { start: new Date(startMs), end: new Date(startMs + lengthMs), isBooked: random(2) === 1 }
  })

const textOf = (spans: readonly Span[]) =>
  spans.map(({ start, end }) => `${start.toISOString()} – ${end.toISOString()}`)

function compare(timeZone: string, nowMs: number, seed: number): number {
  const random = randomFrom(seed)
  const hours = someAvailability(random, timeZone, nowMs)
  const fixed = someFixed(random, nowMs)
  const now = new Date(nowMs)
  const found = textOf(expandWeeklyHours(hours, fixed, now))
  const expected = textOf(layOutByTheClock(hours, fixed, now))
  if (found.join() !== expected.join())
    expect(found, `${timeZone} from ${now.toISOString()}, seed ${seed}`).toEqual(expected)
  return found.length
}

it('weekly hours are laid out as the clocks of every zone show them, whatever is mixed with them', () => {
  let slots = 0
  for (const [index, zone] of zones.entries()) {
    const changes = everyChange.filter((change) => change.zone === zone)
    // Zones whose clocks never change are much alike.
    if (!isFull && changes.length === 0 && index % 4 > 0) continue
    const random = randomFrom(index)
    const starts = isFull
      ? Array.from({ length: windows }, (_, window) => begin + window * windowMs)
      : [changes.length > 0 ? pick(random, changes).atMs - 6 * dayMs : begin + random(windows) * windowMs]
    for (const [window, startMs] of starts.entries())
      slots += compare(zone, startMs + random(24 * 60) * minuteMs + random(minuteMs), index * 100 + window)
  }
  expect(slots).toBeGreaterThan(zones.length * 10)
}, 1_800_000)
