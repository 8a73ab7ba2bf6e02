import { api } from '@marga/contract/api'
import { balanceText } from '@marga/contract/session-credit-cases'
import { v7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { formatDate } from '../../platform/date-format.ts'
import { outboxWith } from '../../testing/outbox.ts'
import { newMentee, newMentor, newModerator, ok, publish, type TestPerson } from '../../testing/people.ts'
import {
  answerContest,
  bookedSession,
  contestAs,
  contestText,
  enrollmentOf,
  hourAhead,
  hourMs,
  passTime,
  type Subscribed,
  sessionRow,
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

async function contested(pair: Subscribed, by: TestPerson, present: readonly ('mentee' | 'mentor')[]) {
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

describe('agreeing to a contest', () => {
  it('of a mentee makes it the mentor’s absence: the call comes back, with a bonus, in the words of the table', async () => {
    const pair = await subscribedPair(test, moderator)
    const contest = await contested(pair, pair.mentee, ['mentee', 'mentor'])
    expect((await enrollmentOf(test, pair)).callsLeft).toBe(3)
    const answered = ok(
      await answerContest(test, pair.mentor, contest._id, { agree: true, text: 'I am sorry.' }),
    )
    expect(answered.contest).toMatchObject({ status: 'agreed', answer: 'I am sorry.', outcome: 'missed' })
    expect(await sessionRow(test, contest.slotId)).toEqual({ status: 'missed', missedBy: 'mentor' })
    const { callsLeft, extraCalls } = await enrollmentOf(test, pair)
    expect(callsLeft).toBe(4)
    expect(extraCalls).toMatchObject([{ count: 1, source: 'bonus' }])
    const [mail] = await outboxWith(test, pair.mentee.email, 'Your contested session')
    const bare = mail!.text.replace(/\s+/g, ' ')
    expect(bare).toContain(`${pair.mentor.firstName} agreed: your session on`)
    expect(bare).toContain('The call is yours again, until')
    expect(bare).toContain(balanceText({ callsLeft, extraCalls }, (iso) => formatDate(new Date(iso), null)))
    const [toMentor] = await outboxWith(test, pair.mentor.email, 'Your contested session')
    expect(toMentor!.text.replace(/\s+/g, ' ')).toContain('now counts as missed by you.')
    expect(toMentor!.text).not.toContain('call')
    expect((await toldTo(test, pair.mentee))[0]!.content).toContain('You have 4 calls left this month')
  })

  it('of a mentee gives the bonus too where both were recorded as absent', async () => {
    const pair = await subscribedPair(test, moderator)
    const contest = await contested(pair, pair.mentee, [])
    expect(await enrollmentOf(test, pair)).toMatchObject({ callsLeft: 4, extraCalls: [] })
    ok(await answerContest(test, pair.mentor, contest._id, { agree: true }))
    const { callsLeft, extraCalls } = await enrollmentOf(test, pair)
    expect([callsLeft, extraCalls.map(({ source }) => source)]).toEqual([4, ['bonus']])
  })

  it('of a mentor makes it a session that took place, and uses the call', async () => {
    const pair = await subscribedPair(test, moderator)
    const contest = await contested(pair, pair.mentor, [])
    expect((await enrollmentOf(test, pair)).callsLeft).toBe(4)
    ok(await answerContest(test, pair.mentee, contest._id, { agree: true }))
    expect(await sessionRow(test, contest.slotId)).toEqual({ status: 'completed', missedBy: null })
    expect((await enrollmentOf(test, pair)).callsLeft).toBe(3)
    const [mail] = await outboxWith(test, pair.mentee.email, 'Your contested session')
    expect(mail!.text.replace(/\s+/g, ' ')).toContain('The call is used. You have 3 calls left this month.')
  })

  it('of a mentor leaves a call spent that the mentee’s absence had used', async () => {
    const pair = await subscribedPair(test, moderator)
    const contest = await contested(pair, pair.mentor, ['mentor'])
    ok(await answerContest(test, pair.mentee, contest._id, { agree: true }))
    expect(await sessionRow(test, contest.slotId)).toEqual({ status: 'completed', missedBy: null })
    expect((await enrollmentOf(test, pair)).callsLeft).toBe(3)
  })

  it('leaves a call alone that has found another use since, and says so', async () => {
    const pair = await subscribedPair(test, moderator)
    const contest = await contested(pair, pair.mentee, [])
    // The call that was freed lapses first of all four, so that the next session takes it.
    const { id } = await test.app.db.query
      .selectFrom('sessionCredit')
      .innerJoin('sessionCreditEvent as event', 'event.creditId', 'sessionCredit.id')
      .select('sessionCredit.id')
      .where('event.slotId', '=', contest.slotId)
      .limit(1)
      .executeTakeFirstOrThrow()
    const next = await settledSession(test, pair, ['mentee', 'mentor'])
    const spent = await test.app.db.query
      .selectFrom('sessionCredit')
      .select(['id', 'status'])
      .where('slotId', '=', next._id)
      .executeTakeFirstOrThrow()
    expect(spent).toEqual({ id, status: 'spent' })
    ok(await answerContest(test, pair.mentor, contest._id, { agree: true }))
    expect(await enrollmentOf(test, pair)).toMatchObject({ callsLeft: 3, extraCalls: [] })
    const [mail] = await outboxWith(test, pair.mentee.email, 'Your contested session')
    expect(mail!.text.replace(/\s+/g, ' ')).toContain('The call is used. You have 3 calls left this month.')
  })
})

describe('answering a contest', () => {
  it('is for the side that was asked, once', async () => {
    const pair = await subscribedPair(test, moderator)
    const { _id } = await contested(pair, pair.mentee, [])
    const strangers = [await newMentee(test), await newMentor(test, moderator), pair.mentee]
    for (const stranger of strangers)
      expect((await answerContest(test, stranger, _id, { agree: true })).status).toBe(404)
    expect((await answerContest(test, pair.mentor, v7(), { agree: true })).status).toBe(404)
    ok(await answerContest(test, pair.mentor, _id, { agree: false }))
    const again = await answerContest(test, pair.mentor, _id, { agree: true })
    expect([again.status, again.body.code]).toEqual([409, 'already_decided'])
  })

  it('one of many answers at the same time counts', async () => {
    const pair = await subscribedPair(test, moderator)
    const { _id, slotId } = await contested(pair, pair.mentee, ['mentee', 'mentor'])
    const answers = await Promise.all(
      [true, false, true, false].map((agree) => answerContest(test, pair.mentor, _id, { agree })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
    const { status } = answers.find((answer) => answer.status === 200)!.body.contest
    expect((await sessionRow(test, slotId)).status).toBe(status === 'agreed' ? 'missed' : 'completed')
  })

  it('that does not agree goes to the moderators as a ticket', async () => {
    const pair = await subscribedPair(test, moderator)
    const { _id } = await contested(pair, pair.mentee, ['mentee', 'mentor'])
    const { contest } = ok(
      await answerContest(test, pair.mentor, _id, { agree: false, text: 'We both were there.' }),
    )
    expect(contest).toMatchObject({ status: 'with_moderator', answer: 'We both were there.' })
    expect((await sessionRow(test, contest.slotId)).status).toBe('completed')
    const { responseFromDb } = ok(
      await test.call(api.tickets.list, { query: { status: 'open', limit: 100 } }, moderator),
    )
    expect(responseFromDb.at(-1)).toMatchObject({
      disputeKind: 'contest',
      raisedBy: { _id: pair.mentee.id },
      complaint: { accusedId: { _id: pair.mentor.id } },
      content: contestText,
      context: { kind: 'slot', id: contest.slotId },
    })
    const ticketId = responseFromDb.at(-1)!._id
    expect((await toldTo(test, moderator))[0]).toMatchObject({
      link: `/moderator/tickets?ticket=${ticketId}`,
    })
    for (const person of [pair.mentee, pair.mentor])
      expect((await toldTo(test, person))[0]!.content).toContain('A moderator will decide')
  })
})
