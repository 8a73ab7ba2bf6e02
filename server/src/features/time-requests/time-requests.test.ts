import { api } from '@marga/contract/api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { after, daysMs, minutesMs } from '../../platform/clock.ts'
import { outboxWith } from '../../testing/outbox.ts'
import {
  book,
  enroll,
  newMentee,
  newMentor,
  newModerator,
  ok,
  publish,
  type TestPerson,
} from '../../testing/people.ts'
import { spendCredits } from '../../testing/session-credits.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { makeTimeRequestWorld } from '../../testing/time-request-world.ts'
import { setCapacity } from '../../testing/waitlist-world.ts'

type World = ReturnType<typeof makeTimeRequestWorld>
let test: TestApp
let moderator: TestPerson
let ahead: World['ahead']
let makePair: World['makePair']
let query: World['query']
let told: World['told']
beforeAll(async () => {
  test = await startTestApp()
  moderator = await newModerator(test)
  ;({ ahead, makePair, query, told } = makeTimeRequestWorld(test, moderator))
})
afterAll(() => test.close())

describe('asking for a time', () => {
  it('reaches the mentor with the times, and is listed to both', async () => {
    const { mentor, mentee, ask } = await makePair()
    await setCapacity(test, mentor, null)
    await query('update availability set session_minutes = 30 where mentor_id = $1', [mentor.id])
    const starts = [ahead(30), ahead(50)]
    const { request } = ok(await ask(starts, 'Before my interview'))
    expect(request).toMatchObject({
      status: 'open',
      minutes: 30,
      starts: starts.map((start) => start.toISOString()),
      // Half an hour before the last.
      expiresAt: new Date(starts[1]!.getTime() - 30 * 60_000).toISOString(),
      text: 'Before my interview',
      slotId: null,
    })
    const [notice] = await told(mentor, 'Asha asks for a session: ')
    expect(notice!.link).toBe('/mentors/scheduler')
    // Of somebody who has not said where they are.
    expect(notice!.content).toMatch(/m India time or .*m India time$/)
    const [mail] = await outboxWith(test, mentor.email, 'Asha Rao asks for a session')
    expect(mail!.text).toContain('Before my interview')
    expect(mail!.text).toContain('(India Standard Time, Asia/Kolkata)')
    expect(ok(await test.call(api.timeRequests.ofMentee, {}, mentee)).requests).toEqual([request])
    expect(ok(await test.call(api.timeRequests.ofMentor, {}, mentor)).requests).toEqual([request])
  })

  it('is for subscribers who are not paused and have a call', async () => {
    const { mentor, mentee, enrollmentId, ask } = await makePair()
    const stranger = await newMentee(test)
    expect((await ask([ahead(30)], undefined, stranger)).body.code).toBe('not_enrolled')
    await query(
      "update enrollment set paused_from = product_now() - interval '1 hour', paused_until = product_now() + interval '9 days' where mentee_id = $1",
      [mentee.id],
    )
    expect((await ask([ahead(30)])).body.code).toBe('not_enrolled')
    await query('update enrollment set paused_from = null, paused_until = null where mentee_id = $1', [
      mentee.id,
    ])
    await query('insert into blocked_person (account_id, person_id, created_at) values ($1, $2, now())', [
      mentor.id,
      mentee.id,
    ])
    expect((await ask([ahead(30)])).status).toBe(404)
    await query('delete from blocked_person where account_id = $1', [mentor.id])
    await spendCredits(test.app.db.pool, enrollmentId, 4)
    expect((await ask([ahead(30)])).body.code).toBe('quota_used')
  })

  it('names the times that cannot be: too soon, too far, twice, after the end, or when one of the two is booked', async () => {
    const { mentor, mentee, ask } = await makePair()
    const other = await newMentor(test, moderator)
    await enroll(test, mentee, other)
    const now = test.app.clock.now()
    for (const starts of [
      [after(now, minutesMs(59))],
      [after(now, daysMs(60) + minutesMs(1))],
      [ahead(30), ahead(30)],
    ]) {
      const { status, body } = await ask(starts)
      expect([status, body.code]).toEqual([400, 'invalid_request'])
      expect(Object.keys(body.fields as object)).toEqual(['starts'])
    }
    ok(await book(test, mentee, (await publish(test, other, ahead(40)))._id))
    const rival = await newMentee(test)
    await enroll(test, rival, mentor)
    ok(await book(test, rival, (await publish(test, mentor, ahead(44)))._id))
    const { status, body } = await ask([ahead(40), after(ahead(44), minutesMs(30)), ahead(48)])
    expect([status, body.code]).toEqual([400, 'slot_unavailable'])
    expect(Object.keys(body.fields as object)).toEqual(['starts'])
    expect(body.clashes).toEqual([ahead(40), after(ahead(44), minutesMs(30))].map((at) => at.toISOString()))
    await query("update enrollment set status = 'ending' where mentee_id = $1", [mentee.id])
    expect((await ask([ahead(24 * 45)])).body.fields).toMatchObject({ starts: expect.any(String) })
  })

  it('is open once for each pair, even from two tabs, until it is taken back', async () => {
    const { mentor, mentee, ask, answer } = await makePair()
    const both = await Promise.all([ask([ahead(30)]), ask([ahead(32)])])
    expect(both.map(({ status, body }) => body.code ?? status).sort()).toEqual(
      [201, 'already_requested'].sort(),
    )
    const { request } = both.find(({ status }) => status === 201)!.body
    const withdraw = (by: TestPerson) =>
      test.call(api.timeRequests.withdraw, { params: { id: request._id } }, by)
    expect((await withdraw(await newMentee(test))).status).toBe(404)
    expect(ok(await withdraw(mentee)).request).toMatchObject({ status: 'void', isExpired: false })
    expect((await withdraw(mentee)).body.code).toBe('already_decided')
    expect(await told(mentor, 'Asha no longer asks for a time.')).toHaveLength(1)
    expect((await answer(request._id, null)).body.code).toBe('already_decided')
    ok(await ask([ahead(30)]))
  })
})
