import { expect, it } from 'vitest'
import { isPersisted, parseQuery, persistedCharactersMax, serializeQuery } from './persisted-queries.ts'

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

it('keeps the newest messages of a long conversation, and no answer without bound', () => {
  const key = ['chat', 'mentee', 'thread', 'c1']
  const messages = Array.from({ length: 120 }, (_, index) => ({ seq: index + 1 }))
  const stored = parseQuery(serializeQuery({ key, data: messages, updatedAt: 1 })!)
  expect(stored).toMatchObject({ key, updatedAt: 1 })
  expect(stored!.data).toEqual(messages.slice(-50))
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
