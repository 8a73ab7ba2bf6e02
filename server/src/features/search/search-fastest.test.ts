import { api } from '@marga/contract/api'
import type { ResponseOf } from '@marga/contract/endpoint'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { mentorForm, newMentor, newModerator, ok, type TestPerson } from '../../testing/people.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let test: TestApp
const mentors: Record<string, TestPerson> = {}

/** In the order in which they applied, which is that of their ids. */
const medians = { Slow: 2000, Unknown: null, Fast: 3, Same: 40, Alike: 40, Nobody: null } as const

beforeAll(async () => {
  test = await startTestApp()
  const moderator = await newModerator(test)
  for (const [firstName, minutes] of Object.entries(medians)) {
    const expertise = firstName === 'Same' ? ['Go'] : ['Rust']
    const hourlyRate = firstName === 'Alike' ? 6000 : 1000
    mentors[firstName] = await newMentor(test, moderator, {
      ...mentorForm(),
      firstName,
      expertise,
      hourlyRate,
    })
    await answer(firstName, minutes)
  }
})
afterAll(() => test.close())

const answer = (name: string, minutes: number | null) =>
  test.app.db.transact(async (tx) => {
    const isKnown = minutes !== null
    await tx
      .updateTable('mentorProfile')
      .set({
        responseMedianMinutes: minutes,
        responseCount: isKnown ? 12 : null,
        responseWithinPercent: isKnown ? 90 : null,
      })
      .where('accountId', '=', mentors[name]!.id)
      .execute()
    await test.app.searchIndex.refresh(tx, mentors[name]!.id)
  })

type Page = ResponseOf<typeof api.search.mentors>
const page = async (query: object): Promise<Page> =>
  ok(await test.call(api.search.mentors, { query: { sort: 'fastest', ...query } }))
const namesOf = ({ mentorsSearchResult }: Page) => mentorsSearchResult.map((card) => card.firstName)

it('lists the fastest first, equals in the order of their ids, and whoever has no figures yet last', async () => {
  const found = await page({})
  expect(namesOf(found)).toEqual(['Fast', 'Same', 'Alike', 'Slow', 'Unknown', 'Nobody'])
  expect(found.mentorsSearchResult.map((card) => card.response?.medianMinutes)).toEqual([
    3,
    40,
    40,
    2000,
    undefined,
    undefined,
  ])
})

it('keeps this order among the matches of words and filters', async () => {
  expect(namesOf(await page({ search: 'rust' }))).toEqual(['Fast', 'Alike', 'Slow', 'Unknown', 'Nobody'])
  expect(namesOf(await page({ price: 'c' }))).toEqual(['Fast', 'Same', 'Slow', 'Unknown', 'Nobody'])
  expect(namesOf(await page({ search: 'rust', price: 'e' }))).toEqual(['Alike'])
})

it('goes on as the first page began, although figures come, change and go meanwhile', async () => {
  const seen: string[] = []
  const changes = [() => answer('Unknown', 1), () => answer('Slow', null), () => answer('Fast', 3000)]
  let cursor: string | null = null
  do {
    const found: Page = await page({ limit: 2, ...(cursor ? { cursor } : {}) })
    seen.push(...namesOf(found))
    cursor = found.nextCursor
    await changes.shift()?.()
  } while (cursor)
  expect(seen).toEqual(['Fast', 'Same', 'Alike', 'Slow', 'Unknown', 'Nobody'])
  expect(namesOf(await page({}))).toEqual(['Unknown', 'Same', 'Alike', 'Fast', 'Slow', 'Nobody'])
})

it('keeps every column of a row in its past', async () => {
  const current = await test.app.db.query
    .selectFrom('mentorSearch')
    .selectAll()
    .where('mentorId', '=', mentors.Same!.id)
    .executeTakeFirstOrThrow()
  await answer('Same', 41)
  const past = await test.app.db.query
    .selectFrom('mentorSearchPast')
    .selectAll()
    .where('mentorId', '=', mentors.Same!.id)
    .orderBy('supersededBy', 'desc')
    .executeTakeFirstOrThrow()
  expect(past).toMatchObject(current)
})

it('is the same after search:reindex', async () => {
  const before = namesOf(await page({}))
  await test.app.db.query.updateTable('mentorSearch').set({ responseMinutes: null }).execute()
  await test.app.searchReindex.reindex()
  expect(namesOf(await page({ limit: 50 }))).toEqual(before)
})
