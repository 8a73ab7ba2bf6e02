import { api } from '@marga/contract/api'
import type { Availability } from '@marga/contract/availability'
import type { Slot } from '@marga/contract/slots'
import { wallClock, weekdayOf } from '@marga/contract/wall-clock'
import { addDays, instantAt } from '@marga/contract/zoned-time'
import { after, daysMs } from '../platform/clock.ts'
import { ok, type TestPerson } from './people.ts'
import type { TestApp } from './test-app.ts'

export const hoursZone = 'Asia/Kolkata'

/** As before the first saving, but for what is given. */
export const hoursWith = (given: Partial<Availability> = {}): Availability => ({
  timeZone: hoursZone,
  weekly: [],
  sessionMinutes: 60,
  bufferMinutes: 0,
  noticeHours: 0,
  horizonDays: 7,
  maxPerDay: null,
  maxPerWeek: null,
  overrides: [],
  vacations: [],
  capacity: null,
  ...given,
})

/** The same hours on each day of the week. */
export const everyDay = (from: string, to: string) =>
  [0, 1, 2, 3, 4, 5, 6].map((weekday) => ({ weekday, from, to }))

type Given = Partial<Availability>
export const putHours = (
  test: TestApp,
  mentor: TestPerson,
  given: Given,
  preview: 'true' | 'false' = 'false',
) =>
  test.call(
    api.availability.set,
    { params: { mentorId: mentor.id }, query: { preview }, body: hoursWith(given) },
    mentor,
  )

export const layOutNow = (test: TestApp, mentor: TestPerson) =>
  test.app.jobHandlers['availability:lay-out']({ mentorId: mentor.id })

/** Saves hours and lays them out. @returns the mentor's slots */
export async function layOutHours(test: TestApp, mentor: TestPerson, given: Given): Promise<Slot[]> {
  ok(await putHours(test, mentor, given))
  await layOutNow(test, mentor)
  return slotsOf(test, mentor)
}

/** The mentor's slots from now on, the first on top. */
export async function slotsOf(test: TestApp, mentor: TestPerson): Promise<Slot[]> {
  const now = test.app.clock.now()
  const query = { from: now.toISOString(), to: after(now, daysMs(61)).toISOString() }
  return ok(await test.call(api.slots.ofMentor, { params: { mentorId: mentor.id }, query }, mentor))
    .allTimeSlots
}

/** What a mentee may book of a mentor. */
export async function bookableBy(test: TestApp, mentee: TestPerson, mentor: TestPerson): Promise<Slot[]> {
  const { timeSlots } = ok(
    await test.call(api.slots.forMentee, { params: { mentorId: mentor.id }, query: {} }, mentee),
  )
  return timeSlots.filter(({ status }) => status === 'open')
}

/** A day so many ahead of today, in the zone of the hours. */
export const dayAhead = (test: TestApp, days: number, timeZone = hoursZone) =>
  addDays(wallClock(test.app.clock.now(), timeZone).day, days)

/** The moment at which the zone's clock shows this, so many days ahead. @param time "10:00" */
export const timeAhead = (test: TestApp, days: number, time: string, timeZone = hoursZone) => {
  const [hours, minutes] = time.split(':').map(Number) as [number, number]
  return instantAt(dayAhead(test, days, timeZone), hours * 60 + minutes, timeZone)
}

/** The first day from so many ahead on that is a Monday: three days after it are of the same week. */
export function mondayAhead(test: TestApp, from = 1): number {
  let days = from
  while (weekdayOf(dayAhead(test, days)) !== 1) days++
  return days
}

export const startsOf = (slots: readonly Slot[]) => slots.map(({ start }) => start)
