import { api } from '@marga/contract/api'
import { limits } from '@marga/contract/limits'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { withDeadline } from '../../platform/deadline.ts'
import { countLockWaits } from '../../testing/lock-waits.ts'
import { newMentee, type TestPerson } from '../../testing/people.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { createSearchQueue } from './search-queue.service.ts'
import { createSearchVocabulary } from './search-vocabulary.service.ts'

let test: TestApp
let mentee: TestPerson
beforeAll(async () => {
  // Long enough for this thread to look at the locks before the searches that hang are ended.
  test = await startTestApp({ env: { SEARCH_SECONDS: '12' } })
  mentee = await newMentee(test)
})
afterAll(() => test.close())

const search = (text: string) =>
  test.request('GET', `/api/mentees/mentors?search=${encodeURIComponent(text)}`)
const long = (index: number) => `one two three four five${index}`

it('leaves everybody else their connections while searches hang, and ends these with 503', async () => {
  const askOwn = () =>
    Promise.all(
      Array.from({ length: 20 }, () =>
        test.call(api.notifications.mentee.list, { params: { ownId: mentee.id } }, mentee),
      ),
    )
  await search('anything')
  // Opens its connections: on a busy machine so many searches keep this thread longer than one may take to open.
  await askOwn()
  const blocker = new pg.Client({ connectionString: test.databaseUrl })
  await blocker.connect()
  try {
    await blocker.query('begin; lock table mentor_search in access exclusive mode')
    const waiting = Array.from({ length: 2 * limits.searchesWaitingMax }, (_, index) => [
      search(long(index)),
      search(`word${index}`),
    ]).flat()
    await expect.poll(() => countLockWaits(test.app.db.pool)).toBeGreaterThan(0)
    // None of the connections that everything else uses is taken by them.
    const own = await askOwn()
    expect(own.map(({ status }) => status)).toEqual(own.map(() => 200))
    expect(test.app.db.pool.waitingCount).toBe(0)
    const responses = await Promise.all(waiting)
    for (const { status, body, headers } of responses)
      expect([status, body.code, headers['retry-after']]).toEqual([503, 'unavailable', '2'])
  } finally {
    await blocker.query('rollback')
    await blocker.end()
  }
  expect((await search('anything else')).status).toBe(200)
})

it('ends with 503 what waits for words that cannot be read yet, and reads them once they can be', async () => {
  const words = createSearchVocabulary(test.app)
  const blocker = new pg.Client({ connectionString: test.databaseUrl })
  await blocker.connect()
  try {
    await blocker.query('begin; lock table mentor_search in access exclusive mode')
    await expect(withDeadline(100, () => words.current())).rejects.toMatchObject({
      code: 'unavailable',
      retryAfterSeconds: 2,
    })
  } finally {
    await blocker.query('rollback')
    await blocker.end()
  }
  expect((await words.current()).mentorCount).toBe(0)
})

it('lets whoever looks for a few words pass by those who look for many', async () => {
  const queue = createSearchQueue(60_000)
  const ends: (() => void)[] = []
  const held = Array.from({ length: limits.longSearchesAtOnce + 5 }, () =>
    queue(limits.shortSearchWords + 1, () => new Promise<void>((end) => ends.push(end))),
  )
  expect(await queue(limits.shortSearchWords, async () => 'found')).toBe('found')
  expect(ends).toHaveLength(limits.longSearchesAtOnce)
  while (ends.length > 0) {
    ends.shift()!()
    await new Promise((resolve) => setImmediate(resolve))
  }
  await Promise.all(held)
})
