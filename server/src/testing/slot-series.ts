import { api } from '@marga/contract/api'
import type { Slot } from '@marga/contract/slots'
import { daysMs, hoursMs } from '../platform/clock.ts'
import { hoursAhead, ok, type TestPerson } from './people.ts'
import type { TestApp } from './test-app.ts'

type Scene = { test: TestApp; mentor: TestPerson; first: Date }

export const everyDay = [0, 1, 2, 3, 4, 5, 6]
export const timeZone = 'UTC'

/** Early in a day that is at least 30 hours ahead, so that an hour added stays in it. */
export const morningAhead = (test: TestApp) =>
  new Date(Math.ceil(hoursAhead(test, 30).getTime() / daysMs(1)) * daysMs(1) + hoursMs(9))

export const starts = (slots: readonly Slot[]) => slots.map(({ start }) => start)

/** Times of a mentor that are published together, told by their distance from the first. */
export function seriesOf(scene: () => Scene) {
  const later = (days: number, hours = 0) => new Date(scene().first.getTime() + daysMs(days) + hoursMs(hours))
  return {
    later,
    daysOn: (...days: number[]) => days.map((day) => later(day).toISOString()),
    daily: (days: number, more: { skipClashes?: boolean; inARow?: number } = {}) =>
      publishDaily(scene(), { until: later(days - 1), ...more }),
    shown: () => findShown(scene(), later(50)),
  }
}

/** Each of an hour, every day at the time of the first. */
function publishDaily(
  { test, mentor, first }: Scene,
  { until, skipClashes, inARow }: { until: Date; skipClashes?: boolean; inARow?: number },
) {
  const slotDetails = {
    start: first.toISOString(),
    end: new Date(first.getTime() + hoursMs(1)).toISOString(),
    mentorPreferences: 'Code review',
    ...(inARow ? { inARow } : {}),
    repeat: {
      weekdays: everyDay,
      until: until.toISOString().slice(0, 10),
      timeZone,
      ...(skipClashes ? { skipClashes: true } : {}),
    },
  }
  return test.call(api.slots.publish, { body: { mentorId: mentor.id, slotDetails } }, mentor)
}

/** The mentor's calendar up to a time. */
async function findShown({ test, mentor }: Scene, to: Date) {
  const query = { to: to.toISOString() as never }
  return ok(await test.call(api.slots.ofMentor, { params: { mentorId: mentor.id }, query }, mentor))
    .allTimeSlots
}
