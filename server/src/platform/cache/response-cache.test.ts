import { beforeEach, expect, it } from 'vitest'
import { createResponseCache } from './response-cache.ts'

let nowMs: number
let isListening: boolean
const make = (bytesMax = 100_000) =>
  createResponseCache<string>({
    clock: { now: () => new Date(nowMs) },
    bytesMax,
    sizeOf: (response) => response.length,
    ttlMs: 1000,
    isListening: () => isListening,
  })
beforeEach(() => {
  nowMs = 0
  isListening = true
})
/** Eleven of them do not fit into 100,000 bytes. */
const large = 'x'.repeat(9000)

it('forgets the least recently used beyond its bytes', () => {
  const cache = make()
  const keys = [...'abcdefghij']
  for (const key of keys) cache.put(key, large, cache.generation())
  cache.get('a')
  cache.put('k', large, cache.generation())
  expect([...keys, 'k'].filter((key) => cache.get(key) === undefined)).toEqual(['b'])
})

it('counts keys as well, and nothing twice', () => {
  const cache = make()
  for (let index = 0; index < 100; index++) {
    cache.put('a', large, cache.generation())
    cache.put(`${'k'.repeat(2000)}${index}`, '', cache.generation())
  }
  // Twenty keys of 4,000 bytes and the one answer that was put last.
  const kept = Array.from({ length: 100 }, (_, index) => cache.get(`${'k'.repeat(2000)}${index}`))
  expect(kept.filter((response) => response !== undefined).length).toBeLessThan(25)
  expect(cache.get('a')).toBe(large)
})

it('keeps nothing that would take the room of many others, and nothing at all without room', () => {
  const cache = make()
  cache.put('small', 'small', cache.generation())
  cache.put('huge', large.repeat(2), cache.generation())
  expect([cache.get('small'), cache.get('huge')]).toEqual(['small', undefined])
  const none = make(0)
  none.put('a', 'a', none.generation())
  expect(none.get('a')).toBeUndefined()
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
  isListening = false
  expect(cache.get('a')).toBeUndefined()
  isListening = true
  expect(cache.get('a')).toBe('a')
  nowMs = 1000
  expect(cache.get('a')).toBeUndefined()
})
