import { afterEach, expect, it } from 'vitest'
import { forgetChosenTime, readChosenTime, storeChosenTime, timeOfAddress } from './chosen-time.ts'

const hoursAhead = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
afterEach(forgetChosenTime)

it('keeps a chosen time for its mentor, until it is forgotten', () => {
  const start = hoursAhead(5)
  storeChosenTime({ mentorId: 'm1', start })
  expect([readChosenTime('m1'), readChosenTime('m2')]).toEqual([start, null])
  forgetChosenTime()
  expect(readChosenTime('m1')).toBeNull()
})

it('knows nothing of a time that has passed, nor of what is none', () => {
  storeChosenTime({ mentorId: 'm1', start: hoursAhead(-1) })
  expect(readChosenTime('m1')).toBeNull()
  sessionStorage.setItem('marga.chosenTime', 'nonsense')
  expect(readChosenTime('m1')).toBeNull()
  const start = hoursAhead(2)
  expect([null, '', 'tomorrow', hoursAhead(-2), start].map(timeOfAddress)).toEqual([
    null,
    null,
    null,
    null,
    start,
  ])
})
