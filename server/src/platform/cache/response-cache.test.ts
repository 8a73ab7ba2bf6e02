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
const made = (cache: ReturnType<typeof make>, ...of: string[]) => ({ since: cache.generation(), of })
/** Eleven of them do not fit into 100,000 bytes. */
const large = 'x'.repeat(9000)

it('forgets the least recently used beyond its bytes', () => {
  const cache = make()
  const keys = [...'abcdefghij']
  for (const key of keys) cache.put(key, large, made(cache))
  cache.get('a')
  cache.put('k', large, made(cache))
  expect([...keys, 'k'].filter((key) => cache.get(key) === undefined)).toEqual(['b'])
})

it('counts keys as well, and nothing twice', () => {
  const cache = make()
  for (let index = 0; index < 100; index++) {
    cache.put('a', large, made(cache))
    cache.put(`${'k'.repeat(2000)}${index}`, '', made(cache))
  }
  // Twenty keys of 4,000 bytes and the one answer that was put last.
  const kept = Array.from({ length: 100 }, (_, index) => cache.get(`${'k'.repeat(2000)}${index}`))
  expect(kept.filter((response) => response !== undefined).length).toBeLessThan(25)
  expect(cache.get('a')).toBe(large)
})

it('keeps nothing that would take the room of many others, and nothing at all without room', () => {
  const cache = make()
  cache.put('small', 'small', made(cache))
  cache.put('huge', large.repeat(2), made(cache))
  expect([cache.get('small'), cache.get('huge')]).toEqual(['small', undefined])
  const none = make(0)
  none.put('a', 'a', made(none))
  expect(none.get('a')).toBeUndefined()
})

it('keeps nothing that was begun before a change', () => {
  const cache = make()
  const before = cache.generation()
  cache.clear()
  cache.put('a', 'stale', { since: before, of: ['x'] })
  expect(cache.get('a')).toBeUndefined()
})

it('gives nothing that is too old, nor while changes may go unheard', () => {
  const cache = make()
  cache.put('a', 'a', made(cache))
  isListening = false
  expect(cache.get('a')).toBeUndefined()
  isListening = true
  expect(cache.get('a')).toBe('a')
  nowMs = 1000
  expect(cache.get('a')).toBeUndefined()
})

it('drops by a change what has one of its tags, and what has unknown ones', () => {
  const cache = make()
  cache.put('one', 'x', made(cache, 'm1', 'm2'))
  cache.put('other', 'x', made(cache, 'm3'))
  cache.put('settled', 'x', made(cache))
  cache.put('unknown', 'x', { since: cache.generation(), of: undefined })
  cache.drop(['m2', 'm4'])
  expect(['one', 'other', 'settled', 'unknown'].filter((key) => cache.get(key))).toEqual(['other', 'settled'])
  // Put anew with other tags, it goes by those alone.
  cache.put('other', 'y', made(cache, 'm5'))
  cache.drop(['m3'])
  expect(cache.get('other')).toBe('y')
  cache.drop(['m5'])
  expect(cache.get('other')).toBeUndefined()
})

it('keeps what was begun before a change of something else, and not what the change is of', () => {
  const cache = make()
  const since = cache.generation()
  cache.drop(['m1'])
  cache.put('changed', 'x', { since, of: ['m2', 'm1'] })
  cache.put('unknown', 'x', { since, of: undefined })
  cache.put('same', 'x', { since, of: ['m2'] })
  expect(['changed', 'unknown', 'same'].filter((key) => cache.get(key))).toEqual(['same'])
  cache.put('changed', 'x', made(cache, 'm1'))
  expect(cache.get('changed')).toBe('x')
})

it('remembers changes of few tags only, and keeps nothing of before those that it has forgotten', () => {
  const cache = make()
  const since = cache.generation()
  for (let number = 0; number < 10_001; number++) cache.drop([`m${number}`])
  cache.put('a', 'x', { since, of: ['other'] })
  expect(cache.get('a')).toBeUndefined()
  cache.put('a', 'x', made(cache, 'm1'))
  expect(cache.get('a')).toBe('x')
})
