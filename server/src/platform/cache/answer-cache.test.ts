import { beforeEach, expect, it } from 'vitest'
import { createAnswerCache } from './answer-cache.ts'

let nowMs: number
let isTold: boolean
const make = (entriesMax = 2) =>
  createAnswerCache<string>({
    clock: { now: () => new Date(nowMs) },
    entriesMax,
    keptMs: 1000,
    isTold: () => isTold,
  })
beforeEach(() => {
  nowMs = 0
  isTold = true
})

it('forgets the least recently used beyond its bound', () => {
  const cache = make()
  for (const key of ['a', 'b']) cache.put(key, key, cache.generation())
  cache.get('a')
  cache.put('c', 'c', cache.generation())
  expect(['a', 'b', 'c'].map((key) => cache.get(key))).toEqual(['a', undefined, 'c'])
})

it('keeps nothing that was begun before a change', () => {
  const cache = make()
  const before = cache.generation()
  cache.clear()
  cache.put('a', 'stale', before)
  expect(cache.get('a')).toBeUndefined()
})

it('gives nothing that is too old, nor while changes may go unheard', () => {
  const cache = make()
  cache.put('a', 'a', cache.generation())
  isTold = false
  expect(cache.get('a')).toBeUndefined()
  isTold = true
  expect(cache.get('a')).toBe('a')
  nowMs = 1000
  expect(cache.get('a')).toBeUndefined()
})
