import { api } from '@marga/contract/api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { after, daysMs, hoursMs } from '../../platform/clock.ts'
import { newMentee, newMentor, newModerator, ok, type TestPerson } from '../../testing/people.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { makeQuestions, type Questions, sweepResponses, sweepThrice } from '../../testing/waiting-question.ts'

let test: TestApp
let moderator: TestPerson
beforeAll(async () => {
  test = await startTestApp()
  moderator = await newModerator(test)
})
afterAll(() => test.close())

const goTo = (moment: Date) => test.app.clock.moveTo(test.app.db, moment)
const wait = (ms: number) => goTo(after(test.app.clock.now(), ms))

const ofMentor = async (mentor: TestPerson) =>
  ok(await test.call(api.responseTimes.own, { params: { mentorId: mentor.id } }, mentor))
const cardOf = async (mentor: TestPerson) =>
  ok(await test.call(api.mentors.profile, { params: { mentorId: mentor.id } })).mentorData.response

/** Asked, and answered after so many minutes. */
async function exchange(questions: Questions, minutes: number) {
  await questions.ask()
  await wait(minutes * 60_000)
  await questions.answer()
}

describe('“No answer needed”', () => {
  it('ends the clock, by the mentor of the conversation alone', async () => {
    const questions = await makeQuestions(test, moderator)
    await questions.ask()
    const params = { conversationId: questions.conversationId }
    const stranger = await newMentor(test, moderator)
    expect((await test.call(api.chat.mentor.settled, { params }, stranger)).status).toBe(404)
    const { conversation } = ok(await questions.settle())
    expect(conversation.awaiting).toMatchObject({ side: null, since: null, dueAt: null })
    await wait(hoursMs(30))
    await sweepThrice(test)
    expect((await questions.told()).late).toBe(0)
  })

  it('changes nothing where nobody waits', async () => {
    const questions = await makeQuestions(test, moderator)
    expect(ok(await questions.settle()).conversation.awaiting.side).toBeNull()
  })

  it('is no answer: what was settled late counts as late', async () => {
    const questions = await makeQuestions(test, moderator)
    await questions.ask()
    await wait(hoursMs(25))
    await questions.settle()
    const { late, answers } = await ofMentor(questions.mentor)
    expect(answers).toBe(0)
    expect(late).toEqual([expect.objectContaining({ answeredAt: null })])
  })
})

describe('“This was not answered”', () => {
  it('restores the clock of the question, once a week', async () => {
    const questions = await makeQuestions(test, moderator)
    const { createdAt, conversation } = await questions.ask()
    await wait(hoursMs(2))
    await questions.answer()
    await wait(hoursMs(1))
    const restored = ok(await questions.dispute()).conversation.awaiting
    expect(restored).toMatchObject({
      side: 'mentor',
      since: createdAt,
      dueAt: conversation.awaiting.dueAt,
    })
    await questions.settle()
    expect(await questions.dispute()).toMatchObject({ status: 409, body: { code: 'already_asked' } })
    await wait(daysMs(7))
    await exchange(questions, 5)
    expect((await questions.dispute()).status).toBe(200)
  })

  it('is late at once where the day is over, and takes the answer out of the figures', async () => {
    const questions = await makeQuestions(test, moderator)
    await questions.ask()
    await wait(hoursMs(23))
    await questions.answer()
    expect((await ofMentor(questions.mentor)).answers).toBe(1)
    await wait(hoursMs(2))
    expect(ok(await questions.dispute()).conversation.awaiting.isLate).toBe(true)
    expect(await ofMentor(questions.mentor)).toMatchObject({
      answers: 0,
      late: [{ conversationId: questions.conversationId, answeredAt: null }],
      waiting: [{ conversationId: questions.conversationId, isLate: true }],
    })
    await sweepThrice(test)
    expect((await questions.told()).late).toBe(1)
  })

  it('counts silence from then on: the mentor had spoken', async () => {
    const questions = await makeQuestions(test, moderator)
    await questions.ask()
    await questions.answer()
    await wait(daysMs(6))
    await questions.dispute()
    await wait(daysMs(6))
    expect(await questions.refund()).toMatchObject({ status: 409, body: { code: 'not_silent' } })
    await wait(daysMs(1))
    expect((await questions.refund()).status).toBe(200)
  })

  it('finds nothing where no question was ended, in another’s conversation, or after a week', async () => {
    const questions = await makeQuestions(test, moderator)
    expect((await questions.dispute()).status).toBe(404)
    const params = { conversationId: questions.conversationId }
    const stranger = await newMentee(test)
    expect((await test.call(api.chat.mentee.notAnswered, { params }, stranger)).status).toBe(404)
    await exchange(questions, 5)
    await wait(daysMs(7))
    expect((await questions.dispute()).status).toBe(404)
  })

  it('leaves a question alone that waits anyway', async () => {
    const questions = await makeQuestions(test, moderator)
    const { createdAt } = await questions.ask()
    expect(ok(await questions.dispute()).conversation.awaiting.since).toBe(createdAt)
  })
})

describe('the figures of a mentor', () => {
  it('are shown from ten answers on, with median and share within 24 hours', async () => {
    const questions = await makeQuestions(test, moderator)
    for (let count = 1; count <= 9; count++) await exchange(questions, count * 10)
    await sweepResponses(test)
    expect(await cardOf(questions.mentor)).toBeNull()
    expect(await ofMentor(questions.mentor)).toMatchObject({ response: null, answers: 9 })
    await exchange(questions, 25 * 60)
    await sweepResponses(test)
    const shown = { medianMinutes: 55, within24hPercent: 90, count: 10 }
    expect(await cardOf(questions.mentor)).toEqual(shown)
    expect((await ofMentor(questions.mentor)).response).toEqual(shown)
  })

  it('count what was due and got no answer, and forget after 90 days', async () => {
    const questions = await makeQuestions(test, moderator)
    for (let count = 1; count <= 12; count++) await exchange(questions, 10)
    await questions.ask()
    await wait(hoursMs(24))
    await sweepResponses(test)
    expect(await cardOf(questions.mentor)).toEqual({ medianMinutes: 10, within24hPercent: 92, count: 12 })
    await wait(daysMs(90))
    await test.app.jobHandlers['housekeeping:daily']({})
    expect(await cardOf(questions.mentor)).toBeNull()
  })
})

describe('three late answers in 30 days', () => {
  const casesAbout = async (mentor: TestPerson) =>
    ok(await test.call(api.tickets.list, { query: { limit: 100 } }, moderator)).responseFromDb.filter(
      ({ complaint }) => complaint.accusedId._id === mentor.id,
    )

  it('come to the moderators, once, raised by nobody', async () => {
    const questions = await makeQuestions(test, moderator)
    await exchange(questions, 25 * 60)
    await exchange(questions, 26 * 60)
    await sweepThrice(test)
    expect(await casesAbout(questions.mentor)).toEqual([])
    await questions.ask()
    await wait(hoursMs(24))
    await sweepThrice(test)
    expect(await casesAbout(questions.mentor)).toEqual([
      expect.objectContaining({
        subject: '3 late answers of Vikram Iyer',
        raisedBy: expect.objectContaining({ role: 'system' }),
        status: 'open',
      }),
    ])
    // The third is answered, and a fourth is late: no second case of the same.
    await questions.answer()
    await exchange(questions, 25 * 60)
    await sweepThrice(test)
    expect(await casesAbout(questions.mentor)).toHaveLength(1)
  })

  it('are one case of bounded length, however many a job that stood still finds', async () => {
    const questions = await makeQuestions(test, moderator)
    const { pool } = test.app.db
    await pool.query(
      `insert into mentor_response (id, conversation_id, mentor_id, mentee_id, since, due_at, ended_at, outcome, waited_ms)
       select gen_random_uuid(), $1, $2, $3, asked, asked + interval '24 hours', asked + interval '25 hours', 'answered', 90000000
       from (select product_now() - interval '27 hours' - number * interval '1 hour' as asked
         from generate_series(1, 200) as number) as questions`,
      [questions.conversationId, questions.mentor.id, questions.mentee.id],
    )
    await sweepThrice(test)
    expect(await casesAbout(questions.mentor)).toEqual([
      expect.objectContaining({
        subject: '200 late answers of Vikram Iyer',
        content: expect.stringMatching(/and 190 more$/),
      }),
    ])
  })

  it('come to them also where the process died that had said of each that it is late', async () => {
    const questions = await makeQuestions(test, moderator)
    await test.app.db.pool.query(
      `insert into response_notification (conversation_id, since, kind, mentor_id, sent_at)
       select $1, product_now() - number * interval '2 days', 'late', $2, product_now() - number * interval '1 day'
       from generate_series(1, 3) as number`,
      [questions.conversationId, questions.mentor.id],
    )
    await sweepThrice(test)
    expect(await casesAbout(questions.mentor)).toHaveLength(1)
  })

  it('are no case when they are further apart', async () => {
    const questions = await makeQuestions(test, moderator)
    await exchange(questions, 25 * 60)
    await exchange(questions, 25 * 60)
    await sweepThrice(test)
    await wait(daysMs(29))
    await exchange(questions, 25 * 60)
    await sweepThrice(test)
    expect(await casesAbout(questions.mentor)).toEqual([])
  })

  it('can be dismissed by a moderator like any other ticket', async () => {
    const questions = await makeQuestions(test, moderator)
    for (let count = 0; count < 3; count++) await exchange(questions, 25 * 60)
    await sweepThrice(test)
    const [found] = await casesAbout(questions.mentor)
    const body = { ticketId: found!._id, action: 'dismiss' as const }
    expect((await test.call(api.tickets.decide, { body }, moderator)).status).toBe(200)
    expect(
      ok(await test.call(api.tickets.get, { params: { ticketId: found!._id } }, moderator)).ticket.status,
    ).toBe('dismissed')
  })
})
