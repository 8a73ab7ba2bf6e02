import { expect, it } from 'vitest'
import { isPersisted, parseQuery, persistedCharactersMax, serializeQuery } from './persisted-queries.ts'
import { shortened } from './shortening.ts'

it('keeps what the inbox and the bookings of the role show, and nothing else', () => {
  const kept = [
    ['chat', 'mentee', 'conversations', 'both', ''],
    ['chat', 'mentee', 'thread', 'c1'],
    ['chat', 'mentee', 'unread'],
    ['slots', 'mentee', 'booked', 'upcoming'],
    ['slots', 'mentee', 'proposals', 's1'],
    ['enrollments', 'own', 'm1'],
  ]
  const passed = [
    ['chat', 'mentee', 'conversations', 'both', 'Asha'],
    ['chat', 'mentee', 'presence', 'p1'],
    ['chat', 'mentor', 'thread', 'c1'],
    ['slots', 'mentee', 'of', 'mentor'],
    ['slots', 'mentor', 'm1', 'coming'],
    ['enrollments', 'payments', 'm1'],
    ['account', 'settings'],
  ]
  expect(kept.filter((key) => !isPersisted(key, 'mentee'))).toEqual([])
  expect(passed.filter((key) => isPersisted(key, 'mentee'))).toEqual([])
  expect(isPersisted(['slots', 'mentor', 'm1', 'days', 'a', 'b'], 'mentor')).toBe(true)
  expect(isPersisted(['mentor-profile', 'profile', 'm1'], 'mentor')).toBe(true)
  expect(isPersisted(['slots', 'mentor', 'linked', 's1'], 'mentor')).toBe(false)
})

const ofList = shortened<string[]>({
  sizeOf: (list) => list.length,
  cut: (list, size) => list.slice(0, size),
  sizeMax: 50,
})

it('shortens as the query says what is too long or has too many entries, and keeps no answer without bound', () => {
  const keep = (data: unknown) => {
    const text = serializeQuery({ key: ['k'], data, updatedAt: 1 }, ofList.shortening)
    return text === null ? null : parseQuery(text)!.data
  }
  const entries = Array.from({ length: 120 }, (_, index) => `${index}`)
  expect(keep(entries.slice(0, 20))).toEqual(entries.slice(0, 20))
  expect(keep(entries)).toEqual(entries.slice(0, 50))
  expect(keep([])).toEqual([])
  const half = 'y'.repeat(persistedCharactersMax / 2 - 100)
  expect(keep([half, half, half])).toEqual([half, half])
  expect(keep([`${half}${half}${half}`, 'short'])).toBeNull()
  const long = 'x'.repeat(persistedCharactersMax)
  expect(serializeQuery({ key: ['slots', 'mentee', 'booked', 'past'], data: long, updatedAt: 1 })).toBeNull()
})

it('asks for the first page as before once it is read back', () => {
  const data = { pages: [{ conversations: [] }], pageParams: [undefined] }
  const stored = parseQuery(serializeQuery({ key: ['chat'], data, updatedAt: 1 })!)
  expect(stored!.data).toStrictEqual(data)
})

it('passes over what it did not write', () => {
  for (const text of ['', '{broken', 'null', '{"key":"chat","updatedAt":1}', '{"key":[]}'])
    expect(parseQuery(text)).toBeNull()
})
