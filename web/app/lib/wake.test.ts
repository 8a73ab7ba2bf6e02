import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { onWake } from './wake.ts'

let told: boolean[]
let visibility: DocumentVisibilityState = 'visible'
const show = (next: DocumentVisibilityState) => {
  visibility = next
  document.dispatchEvent(new Event('visibilitychange'))
}
/** The clock goes on, timers do not. */
const sleepMs = (ms: number) => vi.setSystemTime(Date.now() + ms)

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility)
  visibility = 'visible'
  // Nothing takes a listener away: each test hears its own.
  const heard: boolean[] = []
  onWake((isCertain) => heard.push(isCertain))
  told = heard
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

it('says nothing while a page goes on', () => {
  vi.advanceTimersByTime(60_000)
  expect(told).toEqual([])
})

it('notices that the machine slept, without any event', () => {
  sleepMs(20 * 60_000)
  vi.advanceTimersByTime(2_000)
  expect(told).toEqual([true])
})

it('does not take the slow timers of a hidden page for sleep', () => {
  show('hidden')
  sleepMs(60_000)
  vi.advanceTimersByTime(2_000)
  expect(told).toEqual([])
  show('visible')
  expect(told).toEqual([false])
})

it('is certain when a hidden page slept, was thawed, or got its line back', () => {
  show('hidden')
  sleepMs(10 * 60_000)
  show('visible')
  document.dispatchEvent(new Event('resume'))
  window.dispatchEvent(new Event('online'))
  expect(told).toEqual([true, true, true])
})
