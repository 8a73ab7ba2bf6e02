import { api } from '@marga/contract/api'
import type { MemberRole } from '@marga/contract/roles'
import { v7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { outboxWith } from '../../testing/outbox.ts'
import { newMentee, newMentor, newModerator, ok, publish, type TestPerson } from '../../testing/people.ts'
import {
  bookedSession,
  contestAs,
  contestText,
  hourAhead,
  hourMs,
  passTime,
  type Subscribed,
  settledSession,
  subscribedPair,
  toldTo,
} from '../../testing/settled-sessions.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let test: TestApp
let moderator: TestPerson
beforeAll(async () => {
  test = await startTestApp()
  moderator = await newModerator(test)
})
afterAll(() => test.close())

async function contested(pair: Subscribed, by: TestPerson, present: readonly MemberRole[]) {
  const slot = await settledSession(test, pair, present)
  return ok(await contestAs(test, by, slot._id)).contest
}

describe('contesting a session', () => {
  it('says who was in the room, and asks the other side by notification and mail', async () => {
    const pair = await subscribedPair(test, moderator)
    const slot = await settledSession(test, pair, ['mentee', 'mentor'])
    const { contest } = ok(await contestAs(test, pair.mentee, slot._id))
    expect(contest).toMatchObject({
      slotId: slot._id,
      by: 'mentee',
      text: contestText,
      status: 'open',
      start: slot.start,
      outcome: 'completed',
      other: { _id: pair.mentor.id },
      answer: null,
      decision: null,
    })
    expect(Date.parse(contest.answerBy) - Date.parse(contest.createdAt)).toBe(72 * hourMs)
    expect(contest.attendance.map(({ personId }) => personId).sort()).toEqual(
      [pair.mentee.id, pair.mentor.id].sort(),
    )
    for (const { from, to } of contest.attendance) {
      expect(from).toBe(slot.start)
      expect(Date.parse(to) - Date.parse(from)).toBe(hourMs / 2)
    }
    const [told] = await toldTo(test, pair.mentor)
    expect(told!.content).toContain(`${pair.mentee.firstName} says that your session on`)
    expect(told!.link).toBe(`/mentors/contests?contest=${contest._id}`)
    const [mail] = await outboxWith(test, pair.mentor.email, 'An answer is needed')
    expect(mail!.text).toContain(contestText)
    expect(mail!.text).toContain('If you do not, it counts as agreed.')
    expect(mail!.text).toContain(`/mentors/contests?contest=${contest._id}`)
    // Both see it, also by its session; the mentor's other side is the mentee.
    const query = { slotId: slot._id }
    const own = ok(await test.call(api.disputes.contestsOfMentee.list, { query }, pair.mentee)).contests
    expect(own).toEqual([contest])
    const asked = ok(await test.call(api.disputes.contestsOfMentor.list, { query: {} }, pair.mentor)).contests
    expect(asked).toEqual([{ ...contest, other: expect.objectContaining({ _id: pair.mentee.id }) }])
    const elsewhere = { query: { slotId: v7() } }
    expect(ok(await test.call(api.disputes.contestsOfMentor.list, elsewhere, pair.mentor)).contests).toEqual(
      [],
    )
  })

  it('leads a mentee to the booked sessions', async () => {
    const pair = await subscribedPair(test, moderator)
    const { _id } = await contested(pair, pair.mentor, ['mentee'])
    const [told] = await toldTo(test, pair.mentee)
    expect(told!.link).toBe(`/mentees/booked-slots?contest=${_id}`)
    const [mail] = await outboxWith(test, pair.mentee.email, 'An answer is needed')
    expect(mail!.text).toContain('If you do not, a moderator decides.')
  })

  it('is for the two of a settled session only', async () => {
    const pair = await subscribedPair(test, moderator)
    const slot = await settledSession(test, pair, [])
    const strangers = [await newMentee(test), await newMentor(test, moderator)]
    for (const stranger of strangers) expect((await contestAs(test, stranger, slot._id)).status).toBe(404)
    const open = await publish(test, pair.mentor, hourAhead(test, 3))
    const booked = await bookedSession(test, pair, 5)
    for (const slotId of [open._id, booked._id, v7()]) {
      expect((await contestAs(test, pair.mentee, slotId)).status).toBe(404)
      expect((await contestAs(test, pair.mentor, slotId)).status).toBe(404)
    }
    const intro = await publish(test, pair.mentor, hourAhead(test, 8), 'intro')
    await test.app.db.query
      .updateTable('slot')
      .set({
        ...{ menteeId: pair.mentee.id, bookedAt: new Date(), status: 'completed' },
        settledAt: test.app.clock.now(),
      })
      .where('id', '=', intro._id)
      .execute()
    expect((await contestAs(test, pair.mentee, intro._id)).status).toBe(404)
  })

  it('has nothing to gain where the session is recorded in one’s favour', async () => {
    const pair = await subscribedPair(test, moderator)
    const missed = await settledSession(test, pair, ['mentee'])
    expect((await contestAs(test, pair.mentee, missed._id)).status).toBe(404)
    const held = await settledSession(test, pair, ['mentee', 'mentor'])
    expect((await contestAs(test, pair.mentor, held._id)).status).toBe(404)
  })

  it('takes a text of 20 to 2,000 characters', async () => {
    const pair = await subscribedPair(test, moderator)
    const slot = await settledSession(test, pair, [])
    for (const text of ['too short', ' '.repeat(30), 'x'.repeat(2001)]) {
      const { status, body } = await contestAs(test, pair.mentee, slot._id, text)
      expect([status, Object.keys(body.fields as object)]).toEqual([400, ['text']])
    }
  })

  it('is possible for 72 hours after the session was settled', async () => {
    const pair = await subscribedPair(test, moderator)
    const [first, second] = [await settledSession(test, pair, []), await settledSession(test, pair, [])]
    const { settledAt } = await test.app.db.query
      .selectFrom('slot')
      .select('settledAt')
      .where('id', '=', second._id)
      .executeTakeFirstOrThrow()
    await passTime(test, settledAt!.getTime() + 72 * hourMs - 60_000 - test.app.clock.now().getTime())
    ok(await contestAs(test, pair.mentee, second._id))
    const late = await contestAs(test, pair.mentee, first._id)
    expect([late.status, late.body.code]).toEqual([400, 'too_late'])
  })

  it('is there once for each session, by whoever is first', async () => {
    const pair = await subscribedPair(test, moderator)
    const slot = await settledSession(test, pair, [])
    const both = await Promise.all([
      contestAs(test, pair.mentee, slot._id),
      contestAs(test, pair.mentor, slot._id),
      contestAs(test, pair.mentee, slot._id),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409, 409])
    for (const { status, body } of both) if (status === 409) expect(body.code).toBe('already_contested')
  })
})
