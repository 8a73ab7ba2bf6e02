import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { canGoLive, roomOpensAt, waitText } from './rules.ts'

const session = { start: '2026-11-21T10:00:00.000Z', end: '2026-11-21T11:00:00.000Z' }
const at = (time: string) => {
  vi.setSystemTime(`2026-11-21T${time}Z`)
  return new Date()
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('Go Live appears 10 minutes before the start, not a second earlier', () => {
  expect(canGoLive(session, at('09:49:59.999'))).toBe(false)
  expect(canGoLive(session, at('09:50:00.000'))).toBe(true)
  expect(roomOpensAt(session).toISOString()).toBe('2026-11-21T09:50:00.000Z')
})

test('Go Live stays until 15 minutes after the end', () => {
  expect(canGoLive(session, at('10:30:00.000'))).toBe(true)
  expect(canGoLive(session, at('11:14:59.999'))).toBe(true)
  expect(canGoLive(session, at('11:15:00.000'))).toBe(false)
})

test('how long there is to wait', () => {
  expect(waitText(session, at('06:55:00.000'))).toBe('in 3 h 05 min')
  expect(waitText(session, at('09:48:30.000'))).toBe('in 12 min')
  expect(waitText(session, at('10:00:00.000'))).toBe('Running')
})
