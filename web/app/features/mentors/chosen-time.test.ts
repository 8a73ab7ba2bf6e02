import { afterEach, expect, it } from 'vitest'
import { forgetChosenTime, readChosenTime, storeChosenTime, timeOfAddress } from './chosen-time.ts'

const hoursAhead = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
afterEach(forgetChosenTime)

it('keeps a chosen time for its mentor and whoever chose it, until it is forgotten', () => {
  const start = hoursAhead(5)
  storeChosenTime({ menteeId: 'a', mentorId: 'm1', start })
  expect([readChosenTime('a', 'm1'), readChosenTime('a', 'm2')]).toEqual([start, null])
  // Whoever signs in next in this tab has chosen nothing.
  expect(readChosenTime('b', 'm1')).toBeNull()
  forgetChosenTime()
  expect(readChosenTime('a', 'm1')).toBeNull()
})

it('knows nothing of a time that has passed, nor of what is none', () => {
  storeChosenTime({ menteeId: 'a', mentorId: 'm1', start: hoursAhead(-1) })
  expect(readChosenTime('a', 'm1')).toBeNull()
  sessionStorage.setItem('marga.chosenTime', 'nonsense')
  expect(readChosenTime('a', 'm1')).toBeNull()
  const start = hoursAhead(2)
  expect([null, '', 'tomorrow', hoursAhead(-2), start].map(timeOfAddress)).toEqual([
    null,
    null,
    null,
    null,
    start,
  ])
})
