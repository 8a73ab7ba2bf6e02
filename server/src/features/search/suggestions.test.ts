import { api } from '@marga/contract/api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  enroll,
  mentorForm,
  newMentee,
  newMentor,
  newModerator,
  ok,
  type TestPerson,
} from '../../testing/people.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let test: TestApp
const mentors: Record<string, TestPerson> = {}

beforeAll(async () => {
  test = await startTestApp()
  const moderator = await newModerator(test)
  const add = async (
    firstName: string,
    hourlyRate: number,
    expertise: string[],
    bio = 'Many years of practice.',
  ) => {
    mentors[firstName] = await newMentor(test, moderator, {
      ...mentorForm(),
      firstName,
      hourlyRate,
      expertise,
      bio,
    })
  }
  await add('Cheap', 999, ['C++', 'Rust'])
  await add('Middle', 1000, ['C#', 'node.js'])
  await add('Upper', 2500, ['C', 'R&D'])
  await add('Dear', 5000, ['Go'], 'I also know some Rust by now.')
  await add('Luxury', 5001, ['UX Design', 'Café culture'])
  for (const [name, rating] of [
    ['Cheap', 5],
    ['Middle', 4],
    ['Upper', 2],
  ] as const) {
    const mentee = await newMentee(test)
    await enroll(test, mentee, mentors[name]!)
    const review = { rating, text: 'A review that is long enough to count.' }
    ok(await test.call(api.reviews.put, { params: { mentorId: mentors[name]!.id }, body: review }, mentee))
  }
})
afterAll(() => test.close())

describe('suggestions', () => {
  const suggest = async (q: string) =>
    ok(await test.call(api.search.suggestions, { query: { q } })).suggestions.map(
      ({ kind, text }) => `${kind} ${text}`,
    )

  it.each([
    ['ru', ['skill Rust']],
    ['ux d', ['skill UX Design']],
    ['c++', ['skill C++']],
    ['culture', ['skill Café culture']],
    ['Deer', ['mentor Dear Iyer']],
    ['???', []],
  ])('%j may become %j', async (q, expected) => {
    expect(await suggest(q)).toEqual(expected)
  })

  it('name a mentor by id', async () => {
    const { suggestions } = ok(await test.call(api.search.suggestions, { query: { q: 'luxury' } }))
    expect(suggestions).toEqual([{ kind: 'mentor', text: 'Luxury Iyer', mentorId: mentors.Luxury!.id }])
  })

  it.each(['', ' ', 'x'.repeat(61)])('refuse %j', async (q) => {
    expect((await test.call(api.search.suggestions, { query: { q } })).status).toBe(400)
  })
})
