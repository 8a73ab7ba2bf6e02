import { api } from '@marga/contract/api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { after, minutesMs } from '../../platform/clock.ts'
import { failUpdates } from '../../testing/failing-rows.ts'
import { countLockWaits } from '../../testing/lock-waits.ts'
import { outboxOf, outboxWith } from '../../testing/outbox.ts'
import {
  book,
  enroll,
  newMentor,
  newModerator,
  ok,
  publish,
  type TestPerson,
  testPassword,
} from '../../testing/people.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { makeTimeRequestWorld } from '../../testing/time-request-world.ts'
import { setCapacity } from '../../testing/waitlist-world.ts'

type World = ReturnType<typeof makeTimeRequestWorld>
let test: TestApp
let moderator: TestPerson
let ahead: World['ahead']
let makePair: World['makePair']
let query: World['query']
let sweep: World['sweep']
let told: World['told']
beforeAll(async () => {
  test = await startTestApp()
  moderator = await newModerator(test)
  ;({ ahead, makePair, query, sweep, told } = makeTimeRequestWorld(test, moderator))
})
afterAll(() => test.close())

describe('a time that was asked for', () => {
  it('is booked by one press of the mentor, whatever notice and maxima say, with call, mails and calendar entry', async () => {
    const { mentor, mentee, asked, answer, slots } = await makePair()
    await setCapacity(test, mentor, null)
    await query('update availability set notice_hours = 72, max_per_day = 1 where mentor_id = $1', [
      mentor.id,
    ])
    const id = await asked([ahead(5), ahead(30)], 'About my interview')
    const { request, data } = ok(await answer(id, ahead(30)))
    expect(request).toMatchObject({ status: 'accepted', slotId: data!._id })
    expect(data).toMatchObject({ status: 'booked', start: ahead(30).toISOString(), isLaidOut: false })
    expect(data!.description).toBe('About my interview')
    expect(await slots()).toMatchObject([{ status: 'booked' }])
    const { rows } = await query("select 1 from session_credit where slot_id = $1 and status = 'held'", [
      data!._id,
    ])
    expect(rows).toHaveLength(1)
    for (const person of [mentor, mentee]) {
      const invited = (await outboxOf(test, person.email)).filter(({ attachments }) => attachments.length > 0)
      expect(invited).toHaveLength(1)
      // The mentor has taken the time, and nobody else has booked it with them.
      expect(invited[0]!.text).not.toContain('has booked')
      expect(invited[0]!.text).toMatch(/Your session with [\s\S]+ is booked\./)
    }
    expect((await told(mentee, 'Vikram booked'))[0]!.isRead).toBe(false)
    expect((await told(mentor, 'You booked a session with Asha'))[0]!.isRead).toBe(true)
  })

  it('is booked no later than half an hour before, so that the mentee hears of it in time', async () => {
    const { asked, answer } = await makePair()
    const id = await asked([ahead(2)])
    const takenSoFarAhead = async (minutes: number) => {
      const start = after(test.clock.now(), minutesMs(minutes))
      await query('update time_request set starts = array[$2::timestamptz] where id = $1', [id, start])
      return answer(id, start)
    }
    expect((await takenSoFarAhead(29)).body).toMatchObject({ code: 'slot_unavailable' })
    expect((await takenSoFarAhead(31)).status).toBe(200)
  })

  it('is booked once when it is accepted twice at once', async () => {
    const { asked, answer, slots } = await makePair()
    const id = await asked([ahead(30), ahead(40)])
    const answers = await Promise.all([answer(id, ahead(30)), answer(id, ahead(40)), answer(id, ahead(30))])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const { status, body } of answers) if (status !== 200) expect(body.code).toBe('already_decided')
    expect((await slots()).filter(({ status }) => status === 'booked')).toHaveLength(1)
  })

  it('takes the open slot of just that time, and has other open ones make way, made by hand or from weekly hours', async () => {
    const { mentor, asked, answer, slots } = await makePair()
    await setCapacity(test, mentor, null)
    const same = await publish(test, mentor, ahead(30))
    expect(ok(await answer(await asked([ahead(30)]), ahead(30))).data!._id).toBe(same._id)

    const laidOut = await publish(test, mentor, after(ahead(40), minutesMs(30)))
    await query('update slot set is_laid_out = true where id = $1', [laidOut._id])
    ok(await answer(await asked([ahead(40)]), ahead(40)))
    expect((await slots()).map(({ id }) => id)).not.toContain(laidOut._id)

    const byHand = await publish(test, mentor, after(ahead(50), minutesMs(30)))
    ok(await answer(await asked([ahead(50)]), ahead(50)))
    expect((await slots()).map(({ id }) => id)).not.toContain(byHand._id)
  })

  it('is not booked without a call, after another booking at that time, or when it was not asked for', async () => {
    const { mentor, mentee, asked, answer, statusOf } = await makePair()
    const id = await asked([ahead(30), ahead(60)])
    expect((await answer(id, ahead(31))).body.fields).toMatchObject({ accept: expect.any(String) })
    expect((await answer(id, ahead(30), await newMentor(test, moderator))).status).toBe(404)
    const other = await newMentor(test, moderator)
    await enroll(test, mentee, other)
    ok(await book(test, mentee, (await publish(test, other, ahead(30)))._id))
    const taken = await answer(id, ahead(30))
    expect([taken.status, taken.body.code]).toEqual([400, 'slot_unavailable'])
    expect(taken.body.message).toBe('One of you has another session at that time.')
    await query(
      "update session_credit set status = 'lapsed', because = 'time_over' where enrollment_id = (select id from enrollment where mentee_id = $1 and mentor_id = $2)",
      [mentee.id, mentor.id],
    )
    const { body } = await answer(id, ahead(60))
    expect([body.code, body.message]).toEqual(['quota_used', 'The mentee has no call left for this session.'])
    expect(await statusOf(id)).toBe('open')
  })

  it('is refused with words about the mentee, or that it has passed', async () => {
    const { mentee, asked, answer } = await makePair()
    const id = await asked([ahead(2), ahead(60)])
    const set = (assignments: string) =>
      query(`update enrollment set ${assignments} where mentee_id = $1`, [mentee.id])
    const messageOf = async (start: Date) => (await answer(id, start)).body.message
    await set("status = 'ending', period_end = now() + interval '1 day'")
    expect(await messageOf(ahead(60))).toBe('The mentee’s subscription ends before this session.')
    await set(
      "status = 'active', paused_from = now() + interval '2 days', paused_until = now() + interval '9 days'",
    )
    expect(await messageOf(ahead(60))).toBe('The mentee’s subscription is paused then.')
    await set(
      "paused_from = null, paused_until = null, status = 'ended', end_reason = 'canceled', ended_at = now()",
    )
    expect(await messageOf(ahead(60))).toBe('The mentee has no active subscription to you at the moment.')
    await query('update time_request set starts[1] = now() where id = $1', [id])
    const { rows } = await query('select starts[1] as passed from time_request where id = $1', [id])
    await set("status = 'active', end_reason = null, ended_at = null")
    const { status, body } = await answer(id, rows[0].passed)
    expect([status, body.code, body.message]).toEqual([400, 'slot_unavailable', 'This time has passed.'])
  })

  it('is unavailable where the mentee’s other session comes to be at that time at the same moment', async () => {
    const { mentee, asked, answer } = await makePair()
    const id = await asked([ahead(30)])
    const other = await newMentor(test, moderator)
    await enroll(test, mentee, other)
    const { _id } = await publish(test, other, ahead(40))
    ok(await book(test, mentee, _id))
    const moving = await test.app.db.pool.connect()
    await moving.query('begin')
    await moving.query(
      "update slot set starts_at = $2, ends_at = $2::timestamptz + interval '1 hour' where id = $1",
      [_id, ahead(30)],
    )
    const accepting = answer(id, ahead(30))
    await expect.poll(() => countLockWaits(test.app.db.pool)).toBe(1)
    await moving.query('commit')
    moving.release()
    const { status, body } = await accepting
    expect([status, body.code]).toEqual([400, 'slot_unavailable'])
  })

  it('is not booked for a mentee who is shut out while the mentor accepts', async () => {
    const pair = await makePair()
    const start = ahead(48)
    const id = await pair.asked([start])
    const suspending = await test.app.db.pool.connect()
    await suspending.query('begin')
    await suspending.query('select from enrollment where id = $1 for update', [pair.enrollmentId])
    const accepting = pair.answer(id, start)
    await expect.poll(() => countLockWaits(test.app.db.pool)).toBe(1)
    await suspending.query('update account set is_blocked = true where id = $1', [pair.mentee.id])
    await suspending.query('commit')
    suspending.release()
    expect((await accepting).body.code).toBe('not_enrolled')
    expect(await pair.slots()).toEqual([])
  })

  it('is declined with a word to the mentee', async () => {
    const { mentor, mentee, asked, answer } = await makePair()
    const { request, data } = ok(await answer(await asked([ahead(30)]), null))
    expect([request.status, data]).toEqual(['declined', null])
    const [notice] = await told(mentee, 'Vikram cannot make any of the times you asked for.')
    expect(notice!.link).toBe(`/mentees/schedules?mentor=${mentor.id}`)
    expect(await outboxWith(test, mentee.email, 'Vikram cannot make any')).toHaveLength(1)
  })

  it('is over when its times have passed or the subscription has ended; both are told once', async () => {
    const ended = await makePair()
    const endedId = await ended.asked([ahead(30)])
    await query(
      "update enrollment set status = 'ended', end_reason = 'canceled', ended_at = now() where mentee_id = $1",
      [ended.mentee.id],
    )
    const passed = await makePair()
    const passedId = await passed.asked([ahead(3), ahead(4)])
    await sweep()
    expect(await passed.statusOf(passedId)).toBe('open')
    await test.app.clock.moveTo(test.app.db, ahead(5))
    expect((await passed.answer(passedId, null)).body.code).toBe('already_decided')
    await Promise.all([sweep(), sweep()])
    expect([await ended.statusOf(endedId), await passed.statusOf(passedId)]).toEqual(['void', 'void'])
    for (const [{ mentor, mentee }, words] of [
      [passed, ['too late now for the times that Asha', 'did not take any of the times']],
      [ended, ['because the subscription has ended', 'because your subscription has ended']],
    ] as const) {
      expect(await told(mentor, words[0])).toHaveLength(1)
      expect(await told(mentee, words[1])).toHaveLength(1)
    }
    expect(await outboxWith(test, passed.mentee.email, 'Vikram did not take')).toHaveLength(1)
    const { requests } = ok(await test.call(api.timeRequests.ofMentee, {}, passed.mentee))
    expect(requests[0]).toMatchObject({ status: 'void', isExpired: true })
    ok(await passed.ask([ahead(30)]))
  })

  it('is closed where another one cannot be, which fails at the end', async () => {
    const pairs = [await makePair(), await makePair()]
    const ids = [await pairs[0]!.asked([ahead(3)]), await pairs[1]!.asked([ahead(4)])]
    await test.app.clock.moveTo(test.app.db, ahead(5))
    const mend = await failUpdates(test, 'time_request', 'id', ids[0]!)
    await expect(sweep()).rejects.toThrow()
    expect(await pairs[1]!.statusOf(ids[1]!)).toBe('void')
    await mend()
    await sweep()
    expect(await pairs[0]!.statusOf(ids[0]!)).toBe('void')
  })

  it('is over when one of the two is blocked or leaves, and the other is told', async () => {
    const { mentor, mentee, asked, statusOf } = await makePair()
    const id = await asked([ahead(30)])
    ok(
      await test.call(
        api.moderation.changeMenteeStatus,
        { body: { menteeId: mentee.id, isBlocked: true } as never },
        moderator,
      ),
    )
    expect(await statusOf(id)).toBe('void')
    expect(await told(mentor, 'Asha’s request for a time is closed')).toHaveLength(1)

    const leaving = await makePair()
    await leaving.asked([ahead(30)])
    const body = { password: testPassword }
    ok(await test.call(api.accountSettings.mentor.deleteAccount, { body }, leaving.mentor))
    expect(await told(leaving.mentee, 'Your request to Vikram for a time is closed')).toHaveLength(1)
    expect(ok(await test.call(api.timeRequests.ofMentee, {}, leaving.mentee)).requests).toEqual([])
  })
})
