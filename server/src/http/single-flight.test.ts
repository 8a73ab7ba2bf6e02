import { expect, it } from 'vitest'
import { createSingleFlight } from './single-flight.ts'

it('builds a document once for all who ask, again after its time, and again after a failure', async () => {
  let nowMs = 0
  let builds = 0
  const once = createSingleFlight<number>({ ttlMs: 100, entriesMax: 2, nowMs: () => nowMs })
  const build = async () => ++builds
  expect(await Promise.all([once('a', build), once('a', build)])).toEqual([1, 1])
  nowMs = 99
  expect(await once('a', build)).toBe(1)
  nowMs = 101
  expect(await once('a', build)).toBe(2)

  await expect(once('b', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await once('b', build)).toBe(3)
  // The bound forgets what was built first.
  await once('c', build)
  expect(await once('a', build)).toBe(5)
})
