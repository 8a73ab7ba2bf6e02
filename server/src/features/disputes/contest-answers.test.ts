import { api } from '@marga/contract/api'
import type { MemberRole } from '@marga/contract/roles'
import { balanceText } from '@marga/contract/session-credit-cases'
import { v7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { formatDate } from '../../platform/date-format.ts'
import { outboxWith } from '../../testing/outbox.ts'
import { newMentee, newMentor, newModerator, ok, type TestPerson } from '../../testing/people.ts'
import {
  answerContest,
  contestAs,
  contestText,
  enrollmentOf,
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

async function contested(pair: Subscribed, by: TestPerson, present: readonly MemberRole[]) {
  const slot = await settledSession(test, pair, present)
  return ok(await contestAs(test, by, slot._id)).contest
}

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

  it('of a mentor who was recorded as absent uses the call, and takes the bonus back', async () => {
    const pair = await subscribedPair(test, moderator)
    const contest = await contested(pair, pair.mentor, ['mentee'])
    const before = await enrollmentOf(test, pair)
    expect([before.callsLeft, before.extraCalls.map(({ source }) => source)]).toEqual([4, ['bonus']])
    ok(await answerContest(test, pair.mentee, contest._id, { agree: true }))
    expect(await enrollmentOf(test, pair)).toMatchObject({ callsLeft: 3, extraCalls: [] })
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
      link: `/moderator/cases/${ticketId}`,
    })
    for (const person of [pair.mentee, pair.mentor])
      expect((await toldTo(test, person))[0]!.content).toContain('A moderator will decide')
  })
})
