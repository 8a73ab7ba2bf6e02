import { api } from '@marga/contract/api'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
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
} from './testing/people.ts'
import { seededRandom } from './testing/seeded-random.ts'
import { startTestApp, type TestApp } from './testing/test-app.ts'
import { dayAhead, hoursZone, putHours } from './testing/weekly-hours.ts'

let test: TestApp
let other: TestApp
let uncached: TestApp
let moderator: TestPerson
let mentee: TestPerson
let mentors: TestPerson[]
beforeAll(async () => {
  test = await startTestApp()
  other = await startTestApp({ sharing: test })
  uncached = await startTestApp({ sharing: test, env: { CACHE_MB: '0' } })
  moderator = await newModerator(test)
  mentee = await newMentee(test)
  mentors = []
  for (const [firstName, skill] of Object.entries({ Asha: 'Weaving', Binu: 'Pottery', Chitra: 'Weaving' })) {
    const form = { ...mentorForm(), firstName, expertise: [skill] }
    const mentor = await newMentor(test, moderator, form)
    await enroll(test, mentee, mentor)
    mentors.push(mentor)
  }
  for (const process of [test, other])
    await vi.waitFor(
      async () => expect((await process.request('GET', everybody)).headers.etag).toBeDefined(),
      { timeout: 60_000 },
    )
})
afterAll(async () => {
  await uncached.close()
  await other.close()
  await test.close()
})

const list = '/api/mentees/mentors'
const everybody = `${list}?limit=20`
const asked = [
  everybody,
  `${list}?limit=1`,
  `${list}?limit=1&sort=newest`,
  `${list}?sort=price_low`,
  `${list}?search=weaving`,
  `${list}?search=pottery`,
  `${list}?available=week`,
  `${list}?search=weaving&available=week&limit=1`,
  `${list}?timeOfDay=evening&sort=price_low`,
  `${list}/facets`,
  `${list}/facets?utcOffset=0`,
  `${list}/facets?search=pottery&available=week`,
  `${list}/suggestions?q=as`,
]
/** Cursors carry the moment that they are made in. */
const answersOf = async ({ request }: TestApp) =>
  Promise.all(
    asked.map(async (url) => {
      const { nextCursor, ...body } = (await request('GET', url)).body
      return { url, body, hasMore: Boolean(nextCursor) }
    }),
  )

const someOf = <T>(random: () => number, things: readonly T[]) =>
  things[Math.floor(random() * things.length)]!
const slotsOf = async (mentor: TestPerson, status: 'open' | 'booked') =>
  (
    await test.app.db.query
      .selectFrom('slot')
      .select('id')
      .where('mentorId', '=', mentor.id)
      .where('status', '=', status)
      .orderBy('startsAt')
      .execute()
  ).map(({ id }) => id)

/** What a mentor and a mentee do that search shows; some of it is refused. */
const acts: Record<
  string,
  (mentor: TestPerson, random: () => number) => Promise<{ status: number } | undefined>
> = {
  publish: (mentor, random) => {
    // Most of them worth the same, some of them more or less.
    const hours = random() < 0.7 ? 50 + random() * 100 : 2 + random() * 480
    const start = hoursAhead(test, Math.floor(hours))
    const end = new Date(start.getTime() + 3_600_000)
    const times = { type: 'session' as const, start: start.toISOString(), end: end.toISOString() }
    const body = { slotDetails: { ...times, mentorPreferences: 'Anything' }, mentorId: mentor.id }
    return test.call(api.slots.publish, { body }, mentor)
  },
  book: async (mentor, random) => {
    const open = await slotsOf(mentor, 'open')
    if (open.length > 0) return book(test, mentee, someOf(random, open))
  },
  cancel: async (mentor, random) => {
    const booked = await slotsOf(mentor, 'booked')
    if (booked.length > 0)
      return test.call(api.slots.cancel, { body: { slotId: someOf(random, booked) } }, mentee)
  },
  remove: async (mentor, random) => {
    const open = await slotsOf(mentor, 'open')
    if (open.length > 0)
      return test.call(api.slots.remove, { params: { slotId: someOf(random, open) } }, mentor)
  },
  edit: (mentor, random) => {
    const body = { hourlyRate: 500 + Math.floor(random() * 5000) }
    return test.call(api.mentors.editProfile, { params: { ownId: mentor.id }, body }, mentor)
  },
  hours: (mentor, random) => {
    const vacation = { from: dayAhead(test, 0), to: dayAhead(test, Math.floor(random() * 9)) }
    const [capacity, vacations] = [someOf(random, [null, 1, 5]), random() < 0.5 ? [vacation] : []]
    return putHours(test, mentor, { timeZone: hoursZone, capacity, vacations })
  },
}

async function changeBlock(mentor: TestPerson, isBlocked: boolean) {
  const body = { mentorId: mentor.id, isBlocked }
  ok(await test.call(api.moderation.changeMentorStatus, { body }, moderator))
}

async function staysRight(what: string, act: () => Promise<unknown>) {
  await answersOf(other)
  await answersOf(test)
  await act()
  const right = await answersOf(uncached)
  expect(await answersOf(test), what).toEqual(right)
  // Well before what is cached is asked for again because of its age.
  await vi.waitFor(async () => expect(await answersOf(other), what).toEqual(right), { timeout: 25_000 })
}

describe('what is cached, in this process and in another', () => {
  it('is what it would be uncached, after any change of a mentor', async () => {
    const random = seededRandom(22)
    const succeeded = new Set<string>()
    for (let step = 0; step < 60; step++) {
      const name = someOf(random, Object.keys(acts))
      await staysRight(`${step}: ${name}`, async () => {
        const answer = await acts[name]!(someOf(random, mentors), random)
        if (answer && answer.status < 300) succeeded.add(name)
      })
    }
    expect([...succeeded].sort()).toEqual(Object.keys(acts).sort())
    for (const isBlocked of [true, false])
      await staysRight(`blocked: ${isBlocked}`, () => changeBlock(mentors[1]!, isBlocked))
  }, 120_000)
})

describe('what a booking leaves cached', () => {
  /** Changed without a word: an answer that shows it was made anew. */
  const ratesIn = async (url: string) => {
    const { body } = await test.request('GET', url)
    return (body.mentorsSearchResult as { hourlyRate: number }[]).map(({ hourlyRate }) => hourlyRate)
  }
  let [weaver, potter]: TestPerson[] = []
  let skills: string[]
  let booker: TestPerson
  let rates = 90_000
  beforeEach(async () => {
    skills = ['Basketry', 'Glassblowing'].map((skill) => `${skill}${Math.random().toString(36).slice(2)}`)
    ;[weaver, potter] = await Promise.all(
      skills.map((skill) => newMentor(test, moderator, { ...mentorForm(), expertise: [skill] })),
    )
    booker = await newMentee(test)
    await enroll(test, booker, weaver!)
  })
  const keep = async (filter = '') => {
    const urls = skills.map((skill) => `${list}?search=${skill}&exact=1${filter}`)
    for (const url of urls) expect(await ratesIn(url)).toHaveLength(1)
    const secret = ++rates
    await test.app.db.pool.query('update mentor_profile set hourly_rate = $1 where account_id = any($2)', [
      secret,
      [weaver!.id, potter!.id],
    ])
    return async () => (await Promise.all(urls.map(ratesIn))).map(([rate]) => rate! >= secret)
  }

  it('is all that does not show the mentor', async () => {
    const [first] = [
      await publish(test, weaver!, hoursAhead(test, 30)),
      await publish(test, weaver!, hoursAhead(test, 40)),
    ]
    const areNew = await keep()
    ok(await book(test, booker, first._id))
    expect(await areNew()).toEqual([true, false])
  })

  it('is every list, where the first time and the same time of another day remain', async () => {
    const starts = [30, 54, 78].map((hours) => hoursAhead(test, hours))
    const published = []
    for (const start of starts) published.push(await publish(test, weaver!, start))
    const areNew = await keep()
    ok(await book(test, booker, published[2]!._id))
    expect(await areNew()).toEqual([false, false])
  })

  it('is no list of those who are free at a time, where it was the only one at that time', async () => {
    await publish(test, weaver!, hoursAhead(test, 30))
    await publish(test, potter!, hoursAhead(test, 30))
    const second = await publish(test, weaver!, hoursAhead(test, 40))
    const areNew = await keep()
    const areNewOfFree = await keep('&available=week')
    ok(await book(test, booker, second._id))
    expect([await areNew(), await areNewOfFree()]).toEqual([
      [true, false],
      [true, true],
    ])
  })

  it('is no list, where the mentor is worth less in the order without that time', async () => {
    const only = await publish(test, weaver!, hoursAhead(test, 30))
    const areNew = await keep()
    ok(await book(test, booker, only._id))
    expect(await areNew()).toEqual([true, true])
  })
})
