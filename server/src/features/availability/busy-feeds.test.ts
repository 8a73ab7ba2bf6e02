import type { RequestListener } from 'node:http'
import { api } from '@marga/contract/api'
import { limits } from '@marga/contract/limits'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { daysMs, minutesMs } from '../../platform/clock.ts'
import {
  calendarOf,
  eventOf,
  fetchOfThisMachine,
  stampOf,
  startCalendarServer,
} from '../../testing/calendar-servers.ts'
import { newMentor, newModerator, ok, publish, type TestPerson } from '../../testing/people.ts'
import { passTime } from '../../testing/settled-sessions.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { everyDay, layOutHours, layOutNow, slotsOf, timeAhead } from '../../testing/weekly-hours.ts'

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
  serveBusy('10:30', '11:30')
})

const say = (text: string) => {
  answer = (_, response) => response.end(text)
}
/** Busy tomorrow, by the mentor's clock. */
function serveBusy(from: string, to: string) {
  const [start, end] = [from, to].map((time) => stampOf(timeAhead(test, 1, time)))
  say(calendarOf(eventOf('UID:1', `DTSTART:${start}`, `DTEND:${end}`)))
}
const sendForEver: RequestListener = (_, response) => {
  const write = () => {
    if (!response.destroyed) response.write(Buffer.alloc(65_536, ' '), () => setImmediate(write))
  }
  write()
}
const add = (url = server.urlOf('/secret.ics'), app = test) =>
  app.call(api.availability.addFeed, { body: { url } }, mentor)
const list = async () => ok(await test.call(api.availability.feeds, {}, mentor)).feeds
const remove = (id: string, by = mentor) => test.call(api.availability.removeFeed, { params: { id } }, by)
const readNow = (feedId: string, app = test) => app.app.jobHandlers['availability:read-feed']({ feedId })
const hidden = async () => {
  await layOutNow(test, mentor)
  const now = test.app.clock.now()
  // What has begun is left as it was.
  const ahead = (await slotsOf(test, mentor)).filter(({ start }) => new Date(start) > now)
  return ahead.filter(({ isHidden }) => isHidden).map(({ start }) => start)
}
const at = (time: string) => timeAhead(test, 1, time).toISOString()
const waiting = async () =>
  (
    await test.app.db.pool.query(
      `select payload->>'feedId' as id from graphile_worker._private_jobs where key like 'read-feed:%'`,
    )
  ).rows.map(({ id }) => id as string)
const sweep = () => test.app.jobHandlers['availability:sweep']({})

describe('another calendar', () => {
  it('hides open slots under its events as soon as it is added, and shows them again once it is removed', async () => {
    await layOutHours(test, mentor, { weekly: everyDay('10:00', '13:00') })
    const { feeds } = ok(await add())
    expect(feeds).toEqual([
      {
        _id: expect.any(String),
        host: `calendar.example:${server.port}`,
        readAt: expect.any(String),
        failure: null,
      },
    ])
    expect(await hidden()).toEqual([at('10:00'), at('11:00')])
    serveBusy('12:00', '12:30')
    await readNow(feeds[0]!._id)
    expect(await hidden()).toEqual([at('12:00')])
    expect(ok(await remove(feeds[0]!._id)).feeds).toEqual([])
    expect(await hidden()).toEqual([])
  })

  it('hides what was published by hand where there are no hours, and its last one shows it again', async () => {
    await publish(test, mentor, timeAhead(test, 1, '11:00'))
    const { feeds } = ok(await add())
    expect(await hidden()).toEqual([at('11:00')])
    ok(await remove(feeds[0]!._id))
    const { rows } = await test.app.db.pool.query(
      `select 1 from graphile_worker._private_jobs where key = $1`,
      [`lay-out:${mentor.id}`],
    )
    expect(rows).toHaveLength(1)
    expect(await hidden()).toEqual([])
  })

  it('is kept sealed, and only its host is ever shown', async () => {
    ok(await add())
    const { rows } = await test.app.db.pool.query('select * from busy_feed where mentor_id = $1', [mentor.id])
    expect(String(rows[0].url_encrypted)).not.toContain('secret')
    expect(JSON.stringify(await list())).not.toContain('secret')
  })

  it('is refused twice, and by others who would remove it', async () => {
    const { feeds } = ok(await add())
    const again = await add(`${server.urlOf('/secret.ics')}#again`)
    expect([again.status, again.body.code]).toEqual([409, 'already_exists'])
    expect((await remove(feeds[0]!._id, await newMentor(test, moderator))).status).toBe(404)
    expect(await list()).toHaveLength(1)
  })

  it('is one of three at most, also of two processes at once', async () => {
    for (const one of [1, 2]) ok(await add(server.urlOf(`/${one}.ics`)))
    const other = await startTestApp({ sharing: test, publicFetch: fetchOfThisMachine() })
    const answers = await Promise.all(
      [test, other].map((app, index) => add(server.urlOf(`/at-once-${index}.ics`), app)),
    )
    await other.close()
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400])
    const refused = answers.find(({ status }) => status === 400)!
    expect(Object.keys(refused.body.fields as object)).toEqual(['url'])
    expect(await list()).toHaveLength(limits.busyFeedsMax)
  })

  const everySecond = eventOf('UID:1', 'DTSTART:20200101T000000Z', 'DURATION:PT1S', 'RRULE:FREQ=SECONDLY')
  it.each<[string, RequestListener | string, string]>([
    ['that is none', '<html></html>', 'This is not a calendar.'],
    ['of every second for 100 years', calendarOf(everySecond), 'This calendar has more than 3,000 events'],
    [
      'that is not there',
      (_, response) => response.writeHead(404).end(),
      'There is no calendar at this address.',
    ],
    [
      'of 100 MB',
      (_, response) => response.writeHead(200, { 'content-length': 1e8 }).write('a'),
      'This calendar is larger than 5 MB.',
    ],
    ['that never ends', sendForEver, 'This calendar is larger than 5 MB.'],
    [
      'that leads to a private network',
      (_, response) => response.writeHead(302, { location: 'http://inside.test/' }).end(),
      'This address is not on the internet.',
    ],
  ])('%s is refused with a word, and others are answered in the meantime', async (_, given, words) => {
    if (typeof given === 'string') say(given)
    else answer = given
    const adding = add()
    expect((await test.call(api.availability.feeds, {}, mentor)).status).toBe(200)
    const refused = await adding
    expect(refused.status).toBe(400)
    expect((refused.body.fields as { url: string }).url).toContain(words)
    expect(await list()).toEqual([])
  })

  it('that is not on the internet is refused by one word, whether its name is known inside or not', async () => {
    for (const name of ['inside.test', 'unknown.test']) {
      const refused = await add(`http://${name}:${server.port}/calendar.ics`)
      const { code, message, fields } = refused.body
      expect([refused.status, code, message, fields]).toEqual([
        ...[400, 'invalid_request', 'This address is not on the internet.'],
        { url: 'This address is not on the internet.' },
      ])
    }
    expect([asked, await list()]).toEqual([0, []])
  })

  it('is locked before its mentor’s layout, by all who lock both', async () => {
    const [feed] = ok(await add()).feeds
    const { pool } = test.app.db
    const [holder, other] = await Promise.all([pool.connect(), pool.connect()])
    const waitingForIt = `select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like '%busy_feed%'`
    try {
      await holder.query('begin')
      await holder.query('select from busy_feed where id = $1 for update', [feed!._id])
      const removing = remove(feed!._id)
      await expect.poll(async () => (await pool.query(waitingForIt)).rowCount).toBe(1)
      await other.query(`set lock_timeout = '2s'`)
      const key = `lay-out:${mentor.id}`
      const request = `select graphile_worker.add_job('availability:lay-out', $1::json, job_key => $2)`
      await other.query(request, [{ mentorId: mentor.id }, key])
      await holder.query('commit')
      expect((await removing).status).toBe(200)
    } finally {
      await holder.query('rollback')
      await other.query('reset lock_timeout')
      for (const client of [holder, other]) client.release()
    }
  })

  it('is read every 15 minutes, once by two processes, and not while its mentor is shut out', async () => {
    const [feed] = ok(await add()).feeds
    const mine = async () => (await waiting()).filter((id) => id === feed!._id)
    await sweep()
    expect(await mine()).toEqual([])
    await passTime(test, minutesMs(limits.feedEveryMinutes))
    const { pool } = test.app.db
    await pool.query('update account set is_blocked = true where id = $1', [mentor.id])
    await sweep()
    await readNow(feed!._id)
    expect([await mine(), asked]).toEqual([[], 1])
    await pool.query('update account set is_blocked = false where id = $1', [mentor.id])
    const other = await startTestApp({ sharing: test, publicFetch: fetchOfThisMachine() })
    await Promise.all([sweep(), other.app.jobHandlers['availability:sweep']({})])
    expect(await mine()).toEqual([feed!._id])
    await other.close()
  })

  it('that fails says why and keeps what it last said for a day, asked more and more seldom', async () => {
    await layOutHours(test, mentor, { weekly: everyDay('10:00', '13:00') })
    const [feed] = ok(await add()).feeds
    say('gone')
    await passTime(test, minutesMs(60))
    await readNow(feed!._id)
    expect(await list()).toMatchObject([{ failure: 'This is not a calendar.', readAt: feed!.readAt }])
    expect((await hidden()).length).toBeGreaterThan(0)
    const { rows } = await test.app.db.pool.query(
      'select extract(epoch from read_again_at - product_now()) / 60 as minutes from busy_feed where id = $1',
      [feed!._id],
    )
    expect(Number(rows[0].minutes)).toBeGreaterThan(45)
    await passTime(test, daysMs(1))
    await readNow(feed!._id)
    const left = await test.app.db.pool.query('select 1 from busy_time where feed_id = $1', [feed!._id])
    expect(left.rows).toEqual([])
    serveBusy('10:00', '11:00')
    await readNow(feed!._id)
    expect(await list()).toMatchObject([{ failure: null }])
    expect(await hidden()).toEqual([at('10:00')])
  })
})
