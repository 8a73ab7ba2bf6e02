import { type Slot, slotDetails } from '@marga/contract/slots'
import { expect, test } from 'vitest'
import {
  checkPublish,
  expandIntervals,
  findOverlaps,
  type PublishValues,
  toSlotDetails,
} from './publish-rules.ts'

const zone = 'Asia/Kolkata'
const now = new Date('2026-11-21T04:00:00.000Z')
const values: PublishValues = {
  type: 'session',
  day: '2026-11-23',
  time: '09:30',
  minutes: 60,
  inARow: 1,
  mentorPreferences: ' Code review ',
  description: '',
  isRepeated: false,
  weekdays: [],
  until: '2026-12-21',
}
const taken = (start: string, end: string, status: Slot['status'] = 'open') =>
  ({ _id: start, status, start, end }) as Slot
const situation = { timeZone: zone, slots: [], now }

test('a single time is sent as the moment of the mentor’s own clock', () => {
  const details = toSlotDetails(values, zone)
  expect(details).toMatchObject({
    start: '2026-11-23T04:00:00.000Z',
    end: '2026-11-23T05:00:00.000Z',
    mentorPreferences: 'Code review',
  })
  expect(details).not.toHaveProperty('repeat')
  expect(slotDetails.safeParse(details).success).toBe(true)
})

test('an intro call is 20 minutes whatever length was chosen before', () => {
  expect(toSlotDetails({ ...values, type: 'intro' }, zone).end).toBe('2026-11-23T04:20:00.000Z')
})

test('a weekly repetition is previewed day by day, the last day included', () => {
  const spans = expandIntervals({ ...values, isRepeated: true, weekdays: [3] }, zone)
  expect(spans.map(({ start }) => start.toISOString().slice(0, 10))).toEqual([
    '2026-11-23',
    '2026-11-25',
    '2026-11-30',
    '2026-12-02',
    '2026-12-07',
    '2026-12-09',
    '2026-12-14',
    '2026-12-16',
    '2026-12-21',
  ])
})

test('a repetition keeps the clock time when the clocks change', () => {
  const spans = expandIntervals(
    { ...values, day: '2026-10-19', until: '2026-10-26', isRepeated: true },
    'Europe/Berlin',
  )
  expect(spans.map(({ start }) => start.toISOString())).toEqual([
    '2026-10-19T07:30:00.000Z',
    '2026-10-26T08:30:00.000Z',
  ])
})

test('overlap: sharing a moment with an open or booked slot; touching ends are fine', () => {
  const spans = expandIntervals(values, zone)
  const before = taken('2026-11-23T03:00:00.000Z', '2026-11-23T04:00:00.000Z')
  const inside = taken('2026-11-23T04:30:00.000Z', '2026-11-23T04:45:00.000Z', 'booked')
  const cancelled = taken('2026-11-23T04:00:00.000Z', '2026-11-23T05:00:00.000Z', 'cancelled')
  expect(findOverlaps(spans, [before, inside, cancelled])).toEqual([inside])
  expect(checkPublish(values, { ...situation, slots: [inside] })).toHaveProperty('time')
  expect(checkPublish(values, { ...situation, slots: [before, cancelled] })).toEqual({})
})

test('a repetition that clashes is sent: the server names all clashes, and the rest may be published', () => {
  const third = taken('2026-12-07T04:15:00.000Z', '2026-12-07T05:15:00.000Z')
  expect(checkPublish({ ...values, isRepeated: true }, { ...situation, slots: [third] })).toEqual({})
})

test('a repetition always begins on the chosen day, also after another was chosen', () => {
  const thursday = { ...values, day: '2026-11-26', isRepeated: true, weekdays: [1] }
  const [first, second] = expandIntervals(thursday, zone)
  expect([first, second].map((span) => span!.start.toISOString())).toEqual([
    '2026-11-26T04:00:00.000Z',
    '2026-11-30T04:00:00.000Z',
  ])
  expect(toSlotDetails(thursday, zone).repeat?.weekdays).toEqual([4, 1])
})

test('several in a row follow each other without a pause', () => {
  const starts = expandIntervals({ ...values, inARow: 3 }, zone).map(({ start }) => start.toISOString())
  expect(starts).toEqual(['04', '05', '06'].map((hour) => `2026-11-23T${hour}:00:00.000Z`))
  expect(toSlotDetails({ ...values, inARow: 3 }, zone)).toMatchObject({
    inARow: 3,
    end: '2026-11-23T05:00:00.000Z',
  })
})

test('a time that the clocks skip is refused on the chosen day, and left out on later ones', () => {
  const berlin = { timeZone: 'Europe/Berlin', slots: [], now: new Date('2027-03-01T00:00:00.000Z') }
  const skipped = { ...values, day: '2027-03-28', time: '02:30', until: '2027-04-05' }
  expect(checkPublish(skipped, berlin)).toEqual({
    time: 'The clocks change on this day and skip this time.',
  })
  const before = { ...skipped, day: '2027-03-21', isRepeated: true }
  expect(checkPublish(before, berlin)).toEqual({})
  expect(expandIntervals(before, berlin.timeZone).map(({ start }) => start.toISOString())).toEqual([
    '2027-03-21T01:30:00.000Z',
    '2027-04-04T00:30:00.000Z',
  ])
})

test('refuses the past, a last day before the first, and more than can be at once', () => {
  expect(checkPublish({ ...values, day: '2026-11-20' }, situation)).toEqual({
    time: 'This time is in the past.',
  })
  const repeated = { ...values, isRepeated: true }
  expect(checkPublish({ ...repeated, until: '2026-11-22' }, situation)).toHaveProperty('until')
  expect(
    checkPublish({ ...repeated, weekdays: [0, 1, 2, 3, 4, 5, 6], until: '2027-11-01' }, situation),
  ).toEqual({ until: 'At most 200 times at once.' })
  expect(checkPublish({ ...values, time: '' }, situation)).toHaveProperty('time')
  expect(checkPublish({ ...values, minutes: 75 }, situation)).toHaveProperty('minutes')
})
