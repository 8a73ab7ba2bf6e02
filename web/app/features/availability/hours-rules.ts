import type { Availability, ClockRange, WeeklyRange } from '@marga/contract/availability'
import { clockText, readClock } from '@marga/contract/zoned-time'
import { formatTime } from '../../lib/dates.ts'
import { pluralize } from '../../lib/pluralize.ts'

/** What the form holds. Vacations are announced by themselves and only sent along. */
export type HoursDraft = Omit<Availability, 'vacations'>

export const stepMinutes = 15
const midnight = 24 * 60

/** 0 is Sunday, as in the contract; shown from Monday on. */
export const weekdays = [
  { weekday: 1, name: 'Monday' },
  { weekday: 2, name: 'Tuesday' },
  { weekday: 3, name: 'Wednesday' },
  { weekday: 4, name: 'Thursday' },
  { weekday: 5, name: 'Friday' },
  { weekday: 6, name: 'Saturday' },
  { weekday: 0, name: 'Sunday' },
] as const

const workdays = [1, 2, 3, 4, 5]
export const isWorkday = (weekday: number): boolean => workdays.includes(weekday)

export type Preset = { name: string; weekdays: readonly number[]; range: ClockRange }

export const presets: readonly Preset[] = [
  { name: 'Weekday evenings', weekdays: workdays, range: { from: '18:00', to: '21:00' } },
  { name: 'Weekends', weekdays: [6, 0], range: { from: '10:00', to: '17:00' } },
  { name: 'Working hours', weekdays: workdays, range: { from: '09:00', to: '17:00' } },
]

const minutesOf = (text: string): number => readClock(text) ?? 0

/** Each list of times holds a hundred. */
const clockLabels = new Map<string, string>()

/** "6:00 pm"; the end of the day is "Midnight". */
export function clockLabel(text: string): string {
  const known = clockLabels.get(text)
  if (known) return known
  const minutes = minutesOf(text)
  const label =
    minutes === midnight ? 'Midnight' : formatTime(new Date(Date.UTC(2000, 0, 1, 0, minutes)), 'UTC')
  clockLabels.set(text, label)
  return label
}

/** "6 pm – 9 pm". */
export const shortRange = ({ from, to }: ClockRange): string =>
  [from, to].map((text) => clockLabel(text).replace(':00', '')).join(' – ')

/** The draft of what is saved; single days that are over are left out. @param today of the hours' zone */
export function draftOf({ vacations: _, ...saved }: Availability, today: string): HoursDraft {
  return { ...saved, overrides: saved.overrides.filter(({ date }) => date >= today) }
}

/** Whether both say the same, in whatever order. */
export function isSameDraft(one: HoursDraft, other: HoursDraft): boolean {
  const inOrder = (draft: HoursDraft) => ({
    ...draft,
    weekly: draft.weekly.map(({ weekday, from, to }) => `${weekday} ${from} ${to}`).sort(),
    overrides: draft.overrides
      .map(({ date, ranges }) => [date, ...ranges.map(({ from, to }) => `${from} ${to}`).sort()].join(' '))
      .sort(),
  })
  const text = (draft: HoursDraft) => JSON.stringify(Object.entries(inOrder(draft)).sort())
  return text(one) === text(other)
}

/** What a mentor has changed and not saved, and what of. */
export type HoursEdit = { draft: HoursDraft; base: HoursDraft }

const isEqual = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/**
 * What was changed, over what is saved by now: a day that was closed in the calendar meanwhile, by cancelling there,
 * must not come back with the hours.
 */
export function overSaved({ draft, base }: HoursEdit, saved: HoursDraft): HoursDraft {
  const changed = Object.entries(draft).filter(
    ([key, value]) => !isEqual(value, base[key as keyof HoursDraft]),
  )
  const merged: HoursDraft = { ...saved, ...Object.fromEntries(changed) }
  if (merged.overrides === saved.overrides || isEqual(base.overrides, saved.overrides)) return merged
  const on = (date: string, { overrides }: HoursDraft) => overrides.filter((one) => one.date === date)
  const dates = new Set([...saved.overrides, ...draft.overrides].map(({ date }) => date))
  const overrides = [...dates]
    .sort()
    .flatMap((date) => (isEqual(on(date, draft), on(date, base)) ? on(date, saved) : on(date, draft)))
  return { ...merged, overrides }
}

export type PlacedRange = ClockRange & { index: number }

/** The hours of a weekday, each with its place in the whole list: errors name that. */
export const rangesOn = (weekly: readonly WeeklyRange[], weekday: number): PlacedRange[] =>
  weekly.flatMap((one, index) => (one.weekday === weekday ? [{ from: one.from, to: one.to, index }] : []))

export const withDay = (
  weekly: readonly WeeklyRange[],
  weekday: number,
  ranges: readonly ClockRange[],
): WeeklyRange[] => [
  ...weekly.filter((one) => one.weekday !== weekday),
  ...ranges.map(({ from, to }) => ({ weekday, from, to })),
]

/** The hours of one day for all of Monday to Friday. */
export const copyToWorkdays = (weekly: readonly WeeklyRange[], weekday: number): WeeklyRange[] =>
  workdays.reduce((found, each) => withDay(found, each, rangesOn(weekly, weekday)), [...weekly])

export const isPresetOn = (weekly: readonly WeeklyRange[], { weekdays: days, range }: Preset): boolean =>
  days.every((day) => {
    const ranges = rangesOn(weekly, day)
    return ranges.length === 1 && ranges[0]!.from === range.from && ranges[0]!.to === range.to
  })

/** Sets its days to its hours; pressed once more it empties them. */
export function togglePreset(weekly: readonly WeeklyRange[], preset: Preset): WeeklyRange[] {
  const ranges = isPresetOn(weekly, preset) ? [] : [preset.range]
  return preset.weekdays.reduce((found, day) => withDay(found, day, ranges), [...weekly])
}

/** What a day gets when it is opened: the hours of the first open day, else those of work. */
export function hoursToBegin(weekly: readonly WeeklyRange[]): ClockRange[] {
  const open = weekdays.map(({ weekday }) => rangesOn(weekly, weekday)).find((ranges) => ranges.length > 0)
  return open?.map(({ from, to }) => ({ from, to })) ?? [{ from: '09:00', to: '17:00' }]
}

/** More hours of a day: two after the last, an hour later, or before the first; null where nothing fits. */
export function moreHours(ranges: readonly ClockRange[]): ClockRange | null {
  const last = Math.max(...ranges.map(({ to }) => minutesOf(to)))
  const first = Math.min(...ranges.map(({ from }) => minutesOf(from)))
  const after = midnight - last
  if (after >= 60) {
    const from = last + (after >= 120 ? 60 : 0)
    return { from: clockText(from), to: clockText(Math.min(from + 120, midnight)) }
  }
  if (first < 60) return null
  const to = first - (first >= 120 ? 60 : 0)
  return { from: clockText(Math.max(0, to - 120)), to: clockText(to) }
}

/** A new start keeps the length as far as the day goes. */
export function withStart({ from, to }: ClockRange, next: string): ClockRange {
  const length = minutesOf(to) - minutesOf(from)
  return { from: next, to: clockText(Math.min(minutesOf(next) + length, midnight)) }
}

const steps = (first: number, last: number): string[] =>
  Array.from({ length: (last - first) / stepMinutes + 1 }, (_, step) => clockText(first + step * stepMinutes))

const withCurrent = (texts: readonly string[], current: string): string[] =>
  texts.includes(current) ? [...texts] : [...texts, current].sort()

/** Quarters of an hour, and whatever else was saved. */
export const startChoices = (current: string): string[] =>
  withCurrent(steps(0, midnight - stepMinutes), current)

/** Those after the start. */
export function endChoices({ from, to }: ClockRange): string[] {
  const all = withCurrent(steps(stepMinutes, midnight), to)
  return all.filter((text) => text > from)
}

export const hoursPerWeek = (weekly: readonly ClockRange[]): number =>
  weekly.reduce((sum, { from, to }) => sum + (minutesOf(to) - minutesOf(from)) / 60, 0)

export const hoursText = (ranges: readonly ClockRange[]): string =>
  pluralize(Math.round(hoursPerWeek(ranges) * 100) / 100, 'hour')

/** "9 hours a week · 60-minute sessions · next 28 days". */
export function summaryOf({ weekly, sessionMinutes, horizonDays }: HoursDraft): string {
  if (weekly.length === 0) return 'No weekly hours yet'
  return `${hoursText(weekly)} a week · ${sessionMinutes}-minute sessions · next ${horizonDays} days`
}

/** "Buenos Aires" of "America/Argentina/Buenos_Aires". */
export const cityOf = (timeZone: string): string => timeZone.split('/').at(-1)!.replaceAll('_', ' ')
