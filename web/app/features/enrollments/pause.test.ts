import { expect, it } from 'vitest'
import { isPausedAt } from '../../lib/enrollment-status.ts'
import { enrollmentOf } from '../../testing/enrollment-samples.ts'
import { isPausable, pauseComplaint, pauseObstacle, pauseText, renewalAfterPause } from './pause.ts'

const renewsAt = '2026-12-21T04:00:00.000Z'
const paused = enrollmentOf({
  renewsAt: '2026-12-31T04:00:00.000Z',
  pausedFrom: renewsAt,
  pausedUntil: '2026-12-31T04:00:00.000Z',
})

it('can be asked for what renews and is not paused', () => {
  expect(isPausable(enrollmentOf())).toBe(true)
  expect(isPausable(paused)).toBe(false)
  expect(isPausable(enrollmentOf({ status: 'ending', renewsAt: null }))).toBe(false)
  expect(isPausable(enrollmentOf({ status: 'past_due' }))).toBe(false)
})

it('takes 7 to 30 whole days', () => {
  expect([7, 30].map(pauseComplaint)).toEqual([undefined, undefined])
  for (const days of [6, 31, 7.5, Number.NaN]) expect(pauseComplaint(days)).toBe('Choose 7 to 30 days.')
})

it('moves the renewal by as many days', () => {
  expect(renewalAfterPause(renewsAt, 10).toISOString()).toBe('2026-12-31T04:00:00.000Z')
})

it('comes too late less than 48 hours before the renewal', () => {
  expect(pauseObstacle(enrollmentOf(), new Date('2026-12-19T04:00:00.000Z'))).toBeUndefined()
  expect(pauseObstacle(enrollmentOf(), new Date('2026-12-19T04:00:00.001Z'))).toBe(
    'It renews in less than 48 hours, so it is too late to pause before this renewal.',
  )
})

it('is told before it begins and while it lasts', () => {
  const [before, within, after] = ['2026-12-20', '2026-12-25', '2026-12-31'].map(
    (day) => new Date(`${day}T04:00:00.000Z`),
  )
  expect([before!, within!, after!].map((now) => isPausedAt(paused, now))).toEqual([false, true, false])
  expect(pauseText(paused, before!)).toMatch(/^Paused from December 21st 2026 to December 31st 2026/)
  expect(pauseText(paused, within!)).toMatch(/^Paused until December 31st 2026/)
  expect(pauseText(enrollmentOf(), before!)).toBeUndefined()
  const cancelled = { ...paused, status: 'ending' as const }
  expect([before!, within!].map((now) => pauseText(cancelled, now)?.split(':')[0])).toEqual([
    'To be paused from December 21st 2026, and cancelled',
    'Paused until December 31st 2026, and cancelled',
  ])
})
