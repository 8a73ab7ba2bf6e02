import { api } from '@marga/contract/api'
import { type SearchQuery, searchSorts } from '@marga/contract/search'
import { timesOfDay } from '@marga/contract/times-of-day'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  book,
  enroll,
  hoursAhead,
  mentorForm,
  newMentee,
  newMentor,
  newModerator,
  ok,
  publish,
  type TestPerson,
} from '../../testing/people.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let test: TestApp
let uma: TestPerson
let lata: TestPerson
beforeAll(async () => {
  test = await startTestApp()
  const moderator = await newModerator(test)
  uma = await newMentor(test, moderator, { ...mentorForm(), firstName: 'Uma' })
  lata = await newMentor(test, moderator, { ...mentorForm(), firstName: 'Lata' })
})
afterAll(() => test.close())

const find = async (query: Partial<Record<keyof SearchQuery, string>>) =>
  ok(await test.call(api.search.mentors, { query: query as never })).mentorsSearchResult.map(
    (card) => card.firstName,
  )

it('finds who is free at a time of the day, by the clock of whoever asks, until it is booked', async () => {
  const tomorrow = new Date(test.clock.now().getTime() + 86_400_000).toISOString().slice(0, 10)
  // Half past six in the evening in India, eight in the morning in New York.
  const slot = await publish(test, uma, new Date(`${tomorrow}T13:00:00.000Z`))
  const has = async (timeOfDay: string, utcOffset?: string) =>
    (await find({ timeOfDay, ...(utcOffset ? { utcOffset } : {}) })).includes('Uma')
  expect([await has('evening'), await has('morning'), await has('afternoon')]).toEqual([true, false, false])
  expect([await has('evening', '-300'), await has('morning', '-300')]).toEqual([false, true])
  expect(await find({ timeOfDay: 'evening', available: 'week', search: 'Uma' })).toEqual(['Uma'])
  for (const sort of searchSorts) expect(await find({ timeOfDay: 'evening', sort })).toContain('Uma')
  for (const utcOffset of ['330', '-300', '840'])
    for (const timeOfDay of timesOfDay) {
      const counted = ok(await test.call(api.search.facets, { query: { timeOfDay, utcOffset } as never }))
      const found = await find({ timeOfDay, utcOffset })
      expect([counted.total, counted.timesOfDay[timeOfDay]]).toEqual([found.length, found.length])
    }
  const mentee = await newMentee(test)
  await enroll(test, mentee, uma)
  ok(await book(test, mentee, slot._id))
  expect(await has('evening')).toBe(false)
})

it('does not take a time a week ahead for one of the coming week', async () => {
  await publish(test, lata, hoursAhead(test, 8 * 24))
  for (const timeOfDay of timesOfDay) expect(await find({ timeOfDay })).not.toContain('Lata')
  const relaxed = ok(
    await test.call(api.search.facets, { query: { timeOfDay: 'evening', search: 'lata' } as never }),
  ).relax
  expect(relaxed).toContainEqual({ filter: 'timeOfDay', total: 1 })
})

it('says which times of day there are, and which offsets', async () => {
  const ask = async (query: object) =>
    (await test.call(api.search.mentors, { query: query as never })).body.fields
  expect(await ask({ timeOfDay: 'night' })).toEqual({ timeOfDay: 'Choose morning, afternoon or evening.' })
  expect(Object.keys((await ask({ utcOffset: '7' })) ?? {})).toEqual(['utcOffset'])
})
