import type { RequestListener } from 'node:http'
import { api } from '@marga/contract/api'
import { limits } from '@marga/contract/limits'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  calendarOf,
  eventOf,
  fetchOfThisMachine,
  startCalendarServer,
} from '../../testing/calendar-servers.ts'
import { newMentor, newModerator, ok, type TestPerson } from '../../testing/people.ts'
import { type Sent, startTestApp, type TestApp } from '../../testing/test-app.ts'
import { putHours } from '../../testing/weekly-hours.ts'

let test: TestApp
let moderator: TestPerson
let mentor: TestPerson
let server: Awaited<ReturnType<typeof startCalendarServer>>
let answer: RequestListener
let asked = 0
beforeAll(async () => {
  test = await startTestApp({ publicFetch: fetchOfThisMachine() })
  server = await startCalendarServer((request, response) => {
    asked++
    answer(request, response)
  })
  moderator = await newModerator(test)
})
afterAll(async () => {
  await server.close()
  await test.close()
})
beforeEach(async () => {
  mentor = await newMentor(test, moderator)
  asked = 0
  say(calendarOf())
})

const say = (text: string) => {
  answer = (_, response) => response.end(text)
}
/** Says nothing on that path, on all without one, until it is let go. */
function holdAnswers(path?: string, text = calendarOf()) {
  const waiting: (() => void)[] = []
  let isLetGo = false
  answer = (request, response) => {
    const end = () => response.setHeader('etag', '"one"').end(text)
    if (isLetGo || (path && request.url !== path)) end()
    else waiting.push(end)
  }
  return {
    areAsked: (count: number) => expect.poll(() => waiting.length).toBe(count),
    answerAll() {
      isLetGo = true
      for (const end of waiting) end()
    },
  }
}
const add = (url = server.urlOf('/secret.ics'), sent: Sent = mentor) =>
  test.call(api.availability.addFeed, { body: { url } }, sent)
const list = async () => ok(await test.call(api.availability.feeds, {}, mentor)).feeds
const remove = (id: string) => test.call(api.availability.removeFeed, { params: { id } }, mentor)
const readNow = (feedId: string) => test.app.jobHandlers['availability:read-feed']({ feedId })
const waiting = async () =>
  (
    await test.app.db.pool.query(
      `select payload->>'feedId' as id from graphile_worker._private_jobs where key like 'read-feed:%'`,
    )
  ).rows.map(({ id }) => id as string)

describe('another calendar', () => {
  it('is read for one mentor after the other, and holds no transaction while it is waited for', async () => {
    const held = holdAnswers()
    const sent = { ...mentor, headers: { 'idempotency-key': test.app.newId() } }
    const first = add(server.urlOf('/first.ics'), sent)
    await held.areAsked(1)
    const { rows } = await test.app.db.pool.query(
      `select query from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`,
    )
    expect(rows).toEqual([])
    const second = await add(server.urlOf('/second.ics'))
    expect([second.status, second.body.code]).toEqual([429, 'rate_limited'])
    held.answerAll()
    expect((await first).status).toBe(201)
    expect(asked).toBe(1)
  })

  it('waits for its turn, is refused where too many wait, and keeps none from being read again', async () => {
    const [feed] = ok(await add()).feeds
    const { feedsAddedAtOnce, feedsAddedWaitingMax } = limits
    const mentors = await Promise.all(
      Array.from({ length: feedsAddedAtOnce + feedsAddedWaitingMax + 1 }, () => newMentor(test, moderator)),
    )
    const held = holdAnswers('/slow.ics')
    const before = asked
    const added = mentors.map((one) => add(server.urlOf('/slow.ics'), one))
    const refused = await Promise.race(added)
    expect([refused.status, refused.body.code]).toEqual([503, 'unavailable'])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    await held.areAsked(feedsAddedAtOnce)
    expect(asked - before).toBe(feedsAddedAtOnce)
    await readNow(feed!._id)
    expect(asked - before).toBe(feedsAddedAtOnce + 1)
    held.answerAll()
    const statuses = (await Promise.all(added)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 201)).toHaveLength(mentors.length - 1)
  })

  it('whose server switches to another protocol is a reading that ends', async () => {
    const [feed] = ok(await add()).feeds
    const switching = 'HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'
    answer = ({ socket }) => socket.end(switching)
    const late = new Promise((resolve) => setTimeout(resolve, 60_000, 'hangs').unref())
    expect(await Promise.race([readNow(feed!._id), late])).toBeUndefined()
    expect(await list()).toMatchObject([{ failure: 'This address cannot be reached.' }])
  })

  it('that was removed while it was read leaves nothing', async () => {
    const [feed] = ok(await add()).feeds
    const text = calendarOf()
    let answerNow = () => {}
    const isAsked = new Promise<void>((resolve) => {
      answer = (_, response) => {
        answerNow = () => response.end(text)
        resolve()
      }
    })
    const reading = readNow(feed!._id)
    await isAsked
    ok(await remove(feed!._id))
    answerNow()
    await reading
    expect(await list()).toEqual([])
  })

  it('is read anew at once where the mentor moves to another zone', async () => {
    const [feed] = ok(await add()).feeds
    ok(await putHours(test, mentor, { timeZone: 'America/New_York' }))
    expect(await waiting()).toContain(feed!._id)
  })

  it('is so, too, where a mentor without weekly hours moves the profile', async () => {
    const [feed] = ok(await add()).feeds
    await test.app.db.pool.query('delete from availability where mentor_id = $1', [mentor.id])
    await test.app.db.pool.query('delete from graphile_worker._private_jobs')
    const move = (timeZone: string) =>
      test.call(api.mentors.editProfile, { params: { ownId: mentor.id }, body: { timeZone } }, mentor)
    ok(await move('Asia/Tokyo'))
    expect(await waiting()).toContain(feed!._id)
    await test.app.db.pool.query('delete from graphile_worker._private_jobs')
    ok(await move('Asia/Tokyo'))
    expect(await waiting()).not.toContain(feed!._id)
  })

  const wholeDays = calendarOf(eventOf('UID:1', 'DTSTART;VALUE=DATE:20260101', 'RRULE:FREQ=DAILY'))
  const stateOf = async (feedId: string) =>
    (
      await test.app.db.pool.query(
        'select etag, read_again_at <= product_now() as "isDue" from busy_feed where id = $1',
        [feedId],
      )
    ).rows[0]

  it('whose mentor moves to another zone while it is read is read once more', async () => {
    const [feed] = ok(await add()).feeds
    const held = holdAnswers(undefined, wholeDays)
    const reading = readNow(feed!._id)
    await held.areAsked(1)
    ok(await putHours(test, mentor, { timeZone: 'America/New_York' }))
    held.answerAll()
    await reading
    expect(await stateOf(feed!._id)).toEqual({ etag: null, isDue: true })
    expect(await waiting()).toContain(feed!._id)
    await readNow(feed!._id)
    expect(await stateOf(feed!._id)).toEqual({ etag: '"one"', isDue: false })
  })

  it('whose mentor moves to another zone while it is added is read once more', async () => {
    const held = holdAnswers(undefined, wholeDays)
    const adding = add()
    await held.areAsked(1)
    ok(await putHours(test, mentor, { timeZone: 'America/New_York' }))
    held.answerAll()
    const [feed] = ok(await adding).feeds
    expect(await stateOf(feed!._id)).toEqual({ etag: null, isDue: true })
    expect(await waiting()).toContain(feed!._id)
  })
})
