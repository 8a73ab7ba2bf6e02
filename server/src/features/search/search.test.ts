import { api } from '@marga/contract/api'
import type { ResponseOf } from '@marga/contract/endpoint'
import { type SearchQuery, searchSorts } from '@marga/contract/search'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
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

const find = async (query: Partial<Record<keyof SearchQuery, string>>) =>
  ok(await test.call(api.search.mentors, { query: query as never })).mentorsSearchResult.map(
    (card) => card.firstName,
  )

describe('search', () => {
  it.each([
    ['b', ['Cheap']],
    ['c', ['Middle', 'Upper']],
    ['d', ['Dear', 'Upper']],
    ['e', ['Luxury']],
    ['a', ['Cheap', 'Dear', 'Luxury', 'Middle', 'Upper']],
    ['', ['Cheap', 'Dear', 'Luxury', 'Middle', 'Upper']],
  ])('price %j holds the borders of its band', async (price, names) => {
    expect((await find({ price })).sort()).toEqual(names)
  })

  it.each([
    ['9', 5],
    ['', 5],
    ['1', 3],
    ['4', 2],
    ['5', 1],
  ])('rating %j means that mean or more, 9 and blank everybody', async (rating, count) => {
    expect(await find({ rating })).toHaveLength(count)
  })

  it.each([
    { price: 'f' },
    { rating: '0' },
    { rating: '6' },
    { limit: '0' },
    { limit: '101' },
    { cursor: 'garbage' },
    { sort: 'magic' },
  ])('refuses %o', async (query) => {
    const response = await test.request('GET', `/api/mentees/mentors?${new URLSearchParams(query as never)}`)
    expect([response.status, Object.keys(response.body.fields as object)]).toEqual([400, Object.keys(query)])
  })

  it.each([
    ['c++', ['Cheap']],
    ['C#', ['Middle']],
    ['NODE.JS', ['Middle']],
    ['node', ['Middle']],
    ['r&d', ['Upper']],
    ['cafe', ['Luxury']],
    ['luxu', ['Luxury']],
    ['ux des', ['Luxury']],
    ['rust', ['Cheap', 'Dear']],
    ["'; drop table account; --", []],
    ['???', []],
  ])('%j finds %o', async (text, names) => {
    expect(await find({ search: text })).toEqual(names)
  })

  it('orders by rating, price and age', async () => {
    expect((await find({ sort: 'rating' })).slice(0, 3)).toEqual(['Cheap', 'Middle', 'Upper'])
    expect(await find({ sort: 'price_low' })).toEqual(['Cheap', 'Middle', 'Upper', 'Dear', 'Luxury'])
    expect(await find({ sort: 'price_high' })).toEqual(['Luxury', 'Dear', 'Upper', 'Middle', 'Cheap'])
    expect((await find({ sort: 'newest' }))[0]).toBe('Luxury')
  })

  it.each(searchSorts)('walks by cursor in the order %s without repeating or skipping', async (sort) => {
    const whole = await find({ sort })
    const scanned: string[] = []
    let cursor: string | null = null
    do {
      const response: ResponseOf<typeof api.search.mentors> = ok(
        await test.call(api.search.mentors, { query: { sort, limit: 2, ...(cursor ? { cursor } : {}) } }),
      )
      scanned.push(...response.mentorsSearchResult.map((card) => card.firstName))
      cursor = response.nextCursor
    } while (cursor)
    expect(scanned).toEqual(whole)
  })

  it('knows the next free time and offers it without ids', async () => {
    const slot = await publish(test, mentors.Dear!, hoursAhead(test, 20))
    const card = ok(await test.call(api.search.mentors, { query: { search: 'Dear' } })).mentorsSearchResult[0]
    expect(card?.nextAvailableAt).toBe(slot.start)
    expect(await find({ available: 'week' })).toEqual(['Dear'])
    const { times } = ok(await test.call(api.search.availability, { params: { mentorId: mentors.Dear!.id } }))
    expect(times).toEqual([{ start: slot.start, end: slot.end, type: 'session' }])
  })

  it('never shows email, phone or anything of the login', async () => {
    const response = await test.call(api.mentors.profile, { params: { mentorId: mentors.Dear!.id } })
    expect(JSON.stringify(response.body)).not.toMatch(/@example|98765|password|"phone"|"email"/i)
  })
})

describe('facets', () => {
  const facets = async (query: Partial<Record<keyof SearchQuery, string>>) =>
    ok(await test.call(api.search.facets, { query: query as never }))

  it('count what each filter would give, the others as they are set', async () => {
    const all = await facets({})
    expect(all).toMatchObject({
      total: 5,
      price: { a: 5, b: 1, c: 2, d: 2, e: 1 },
      rating: { 1: 3, 2: 3, 4: 2, 5: 1, 9: 5 },
      relax: [],
      isEstimate: false,
    })
    const rated = await facets({ rating: '4', price: 'c' })
    expect([rated.total, rated.price.a, rated.rating[9]]).toEqual([1, 2, 2])
  })

  it('are each what the filter gives once it is set', async () => {
    for (const query of [{}, { rating: '2' }, { price: 'd', rating: '1' }, { language: 'Hindi' }] as const) {
      const { price, rating, available, timesOfDay, languages, locations } = await facets(query)
      const beside = [
        ...Object.entries(price).map(([value, count]) => [{ price: value }, count] as const),
        ...Object.entries(rating).map(([value, count]) => [{ rating: value }, count] as const),
        ...Object.entries(timesOfDay).map(([value, count]) => [{ timeOfDay: value }, count] as const),
        ...languages.map(({ value, count }) => [{ language: value }, count] as const),
        ...locations.map(({ value, count }) => [{ location: value }, count] as const),
        [{ available: 'week' }, available] as const,
      ]
      for (const [filter, count] of beside)
        expect([filter, (await facets({ ...query, ...filter })).total]).toEqual([filter, count])
    }
  })

  it('agree with what the search finds, misspelt words included', async () => {
    for (const search of ['rust', 'rsut', 'luxury cafe', 'nobody has this']) {
      const found = await find({ search })
      expect((await facets({ search })).total).toBe(found.length)
    }
  })

  it('say what to leave out where nothing fits, and how many that gives', async () => {
    expect((await facets({ search: '???' })).relax).toEqual([{ filter: 'search', total: 5 }])
    expect((await facets({ search: 'rust', price: 'e', rating: '5' })).relax).toEqual([
      { filter: 'price', total: 1 },
    ])
    expect((await facets({ search: 'rust', price: 'e' })).relax).toEqual([
      { filter: 'price', total: 2 },
      { filter: 'search', total: 1 },
    ])
  })
})

it('says what it looked for instead of a word that nobody uses', async () => {
  const response = ok(await test.call(api.search.mentors, { query: { search: 'rsut' } as never }))
  expect([response.correctedSearch, response.mentorsSearchResult[0]?.matched]).toEqual(['rust', ['Rust']])
})

describe('reviews', () => {
  it('are for those who had dealings, one a pair, replaced by a later one', async () => {
    const mentorId = mentors.Luxury!.id
    const mentee = await newMentee(test)
    const put = (rating: number) =>
      test.call(
        api.reviews.put,
        { params: { mentorId }, body: { rating, text: 'Patient, clear and always prepared.' } },
        mentee,
      )
    expect((await put(5)).body.code).toBe('not_enrolled')
    await enroll(test, mentee, mentors.Luxury!)
    ok(await put(5))
    ok(await put(3))
    const { reviews, summary } = ok(await test.call(api.reviews.list, { params: { mentorId } }))
    expect(reviews.map((review) => review.rating)).toEqual([3])
    expect(summary).toEqual({ rating: 3, count: 1, byStars: [0, 0, 1, 0, 0] })
    const card = ok(await test.call(api.search.mentors, { query: { search: 'Luxury' } }))
      .mentorsSearchResult[0]
    expect([card?.rating, card?.reviewCount]).toEqual([3, 1])
    const reply = { params: { reviewId: reviews[0]!._id }, body: { text: 'Thank you for telling me.' } }
    expect((await test.call(api.reviews.reply, reply, mentors.Dear!)).status).toBe(404)
    expect(ok(await test.call(api.reviews.reply, reply, mentors.Luxury!)).data.reply).toBe(
      'Thank you for telling me.',
    )
    ok(await test.call(api.reviews.remove, { params: { mentorId } }, mentee))
    expect(ok(await test.call(api.reviews.list, { params: { mentorId } })).summary.count).toBe(0)
  })

  it('are told to their writer with the profile, on whatever device, and to nobody else', async () => {
    const mentorId = mentors.Middle!.id
    const [mentee, other] = [await newMentee(test), await newMentee(test)]
    const seenBy = async (by?: TestPerson) => {
      const { ownReview, canReview } = ok(await test.call(api.mentors.profile, { params: { mentorId } }, by))
      return [ownReview?.text, canReview]
    }
    expect(await seenBy(mentee)).toEqual([undefined, false])
    await enroll(test, mentee, mentors.Middle!)
    expect(await seenBy(mentee)).toEqual([undefined, true])
    const text = 'Patient, clear and always prepared.'
    ok(await test.call(api.reviews.put, { params: { mentorId }, body: { rating: 4, text } }, mentee))
    expect(await seenBy(mentee)).toEqual([text, true])
    expect(await seenBy(other)).toEqual([undefined, false])
    expect(await seenBy()).toEqual([undefined, false])
  })
})
