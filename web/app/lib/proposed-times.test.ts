import { expect, it } from 'vitest'
import { ApiError } from './api-client.ts'
import { checkTimes, overlapErrors, startOf } from './proposed-times.ts'

const timeZone = 'Asia/Kolkata'
const situation = {
  timeZone,
  now: new Date('2026-11-22T06:00:00.000Z'),
  bookedStart: '2026-11-26T04:30:00.000Z',
}
const at = (day: string, time: string) => ({ day, time })

it('reads day and clock in the person’s zone', () => {
  expect(startOf(at('2026-11-26', '10:00'), timeZone)).toBe('2026-11-26T04:30:00.000Z')
  expect(startOf(at('2026-11-26', ''), timeZone)).toBeNull()
})

it('says what is wrong with each row', () => {
  const rows = [
    at('', ''),
    at('2026-11-27', ''),
    at('2026-11-22', '11:00'),
    at('2026-11-26', '10:00'),
    at('2026-11-27', '10:00'),
    at('2026-11-27', '10:00'),
  ]
  expect(checkTimes(rows, situation)).toEqual([
    { day: 'Choose a day.' },
    { time: 'Give a time such as 09:30.' },
    { time: 'This time is in the past.' },
    { time: 'It is booked for this time already.' },
    {},
    { time: 'You have given this time already.' },
  ])
})

it('knows of days on which the clocks skip a time', () => {
  const [error] = checkTimes([at('2027-03-14', '02:30')], { ...situation, timeZone: 'America/New_York' })
  expect(error).toEqual({ time: 'The clocks change on this day and skip this time.' })
})

it('finds the rows that the server could not place', () => {
  const rows = [at('2026-11-27', '10:00'), at('2026-11-28', '10:00')]
  const refused = new ApiError(400, {
    code: 'slot_overlap',
    message: 'taken',
    clashes: ['2026-11-28T04:30:00.000Z'],
    missingDays: [],
  } as never)
  expect(overlapErrors(refused, rows, timeZone)).toEqual([
    {},
    { time: 'One of you has another session then.' },
  ])
  expect(overlapErrors(new Error('other'), rows, timeZone)).toEqual([{}, {}])
})
