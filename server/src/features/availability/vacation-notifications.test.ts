import { api } from '@marga/contract/api'
import { noonOf } from '@marga/contract/zoned-time'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { minutesMs } from '../../platform/clock.ts'
import { formatDate } from '../../platform/date-format.ts'
import { startWorker } from '../../platform/jobs/jobs.ts'
import { outboxWith } from '../../testing/outbox.ts'
import { enroll, newMentee, newMentor, newModerator, ok, type TestPerson } from '../../testing/people.ts'
import { passTime, toldTo } from '../../testing/settled-sessions.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { goToTimeOfDay } from '../../testing/waiting-question.ts'
import { dayAhead, putHours } from '../../testing/weekly-hours.ts'

let test: TestApp
let moderator: TestPerson
let mentor: TestPerson
let mentee: TestPerson
let stranger: TestPerson
beforeAll(async () => {
  test = await startTestApp()
  moderator = await newModerator(test)
  stranger = await newMentee(test)
  // Days ahead are reckoned anew after minutes have passed, which must not lead over midnight.
  await goToTimeOfDay(test, '10:00')
})
afterAll(() => test.close())
beforeEach(async () => {
  mentor = await newMentor(test, moderator)
  mentee = await newMentee(test)
  await enroll(test, mentee, mentor)
})

const sweep = () => test.app.jobHandlers['availability:sweep']({})
const vacation = (from: number, to: number) => ({ from: dayAhead(test, from), to: dayAhead(test, to) })
const said = async (to = mentee) =>
  (await toldTo(test, to)).map(({ content }) => content).filter((content) => /vacation/.test(content))
const mails = async () => (await outboxWith(test, mentee.email, 'Vikram Iyer is on vacation from')).length

describe('an announced vacation', () => {
  it('is told once to mentees with a live subscription, minutes after it was announced', async () => {
    ok(await putHours(test, mentor, { vacations: [vacation(3, 9)] }))
    await sweep()
    expect(await said()).toEqual([])
    await passTime(test, minutesMs(6))
    await Promise.all([sweep(), sweep()])
    await sweep()
    expect(await said()).toHaveLength(1)
    expect((await said())[0]).toMatch(/^Vikram is on vacation from \w+, \w+ \d+\w\w 20\d\d and back on /)
    expect(await mails()).toBe(1)
    expect(await said(stranger)).toEqual([])
    // Saved anew without a change.
    ok(await putHours(test, mentor, { vacations: [vacation(3, 9)], noticeHours: 3 }))
    await passTime(test, minutesMs(6))
    await sweep()
    expect(await said()).toHaveLength(1)
  })

  it('says the day back after the vacations that follow at once, but for one that can still be corrected', async () => {
    ok(await putHours(test, mentor, { vacations: [vacation(3, 9), vacation(10, 12)] }))
    await passTime(test, minutesMs(6))
    ok(await putHours(test, mentor, { vacations: [vacation(3, 9), vacation(10, 12), vacation(13, 14)] }))
    await sweep()
    const backOn = (ahead: number) =>
      expect.stringContaining(`back on ${formatDate(noonOf(dayAhead(test, ahead)), 'UTC')}`)
    expect(await said()).toEqual([backOn(13)])
    await passTime(test, minutesMs(6))
    await sweep()
    expect(await said()).toEqual([backOn(15), backOn(13)])
  })

  it('that cannot be told keeps no other from being told, and no calendar from being read', async () => {
    const { pool } = test.app.db
    const other = await newMentor(test, moderator)
    ok(await putHours(test, other, { vacations: [vacation(3, 9)] }))
    const menteeOfOther = await newMentee(test)
    await enroll(test, menteeOfOther, other)
    ok(await putHours(test, mentor, { vacations: [vacation(3, 9)] }))
    const feedId = test.app.newId()
    await pool.query(
      `insert into busy_feed (id, mentor_id, place, url_encrypted, url_hash, host, created_at, read_again_at)
       values ($1, $2, 1, '', '', 'calendar.example', product_now(), product_now())`,
      [feedId, mentor.id],
    )
    await pool.query(
      `alter table notification add constraint refused check (account_id <> '${menteeOfOther.id}') not valid`,
    )
    try {
      await passTime(test, minutesMs(6))
      await expect(sweep()).rejects.toThrow('failed')
      expect(await said()).toHaveLength(1)
      const { rows } = await pool.query('select 1 from graphile_worker._private_jobs where key = $1', [
        `read-feed:${feedId}`,
      ])
      expect(rows).toHaveLength(1)
    } finally {
      await pool.query('alter table notification drop constraint refused')
      await pool.query('delete from busy_feed where id = $1', [feedId])
    }
    await sweep()
    expect(await said(menteeOfOther)).toHaveLength(1)
    expect(await said()).toHaveLength(1)
  })

  it('is told before a demo’s clock jumps over its end', async () => {
    ok(await putHours(test, mentor, { vacations: [vacation(1, 2)] }))
    const worker = await startWorker(test.app.db, test.app.jobHandlers, test.app.log)
    try {
      const body = { advanceSeconds: 10 * 24 * 3600 }
      expect((await test.request('POST', '/sandbox/clock', { body })).status).toBe(200)
    } finally {
      await worker.stop()
    }
    expect(await said()).toHaveLength(1)
  })

  it('that is corrected or taken back before is not told as it was', async () => {
    ok(await putHours(test, mentor, { vacations: [vacation(3, 9), vacation(20, 21)] }))
    const body = { vacations: [vacation(3, 5)] }
    ok(
      await test.call(api.responseTimes.announceVacations, { params: { mentorId: mentor.id }, body }, mentor),
    )
    await passTime(test, minutesMs(6))
    await sweep()
    expect(await said()).toHaveLength(1)
    expect(await mails()).toBe(1)
  })
})
