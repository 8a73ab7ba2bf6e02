import { wallClock } from '@marga/contract/wall-clock'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { after, daysMs, hoursMs, secondsMs } from '../../platform/clock.ts'
import { newModerator, type TestPerson } from '../../testing/people.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import {
  askedInTheEvening,
  goToTimeOfDay,
  makeQuestions,
  mentorZone,
  nothingTold,
  type Questions,
  sweepResponses,
  sweepThrice,
} from '../../testing/waiting-question.ts'

let test: TestApp
let moderator: TestPerson
beforeAll(async () => {
  test = await startTestApp()
  moderator = await newModerator(test)
})
afterAll(() => test.close())

const goTo = (moment: Date) => test.app.clock.moveTo(test.app.db, moment)

const asked = () => askedInTheEvening(test, moderator)

describe('a question that nobody answers', () => {
  it('is said to wait at 16 hours, to be late at 24, and to be refundable after seven days; each once', async () => {
    const { questions, since } = await asked()
    expect(await questions.awaiting()).toMatchObject({
      side: 'mentor',
      since: since.toISOString(),
      dueAt: after(since, hoursMs(24)).toISOString(),
      refundableFrom: after(since, daysMs(7)).toISOString(),
      isLate: false,
      standstill: null,
    })

    await goTo(after(since, hoursMs(16) - secondsMs(30)))
    await sweepThrice(test)
    expect(await questions.told()).toEqual(nothingTold)

    await goTo(after(since, hoursMs(16)))
    await sweepThrice(test)
    expect(await questions.told()).toMatchObject({ nudges: 1, late: 0, menteeAlerts: [] })

    await goTo(after(since, hoursMs(24) - secondsMs(30)))
    await sweepThrice(test)
    expect(await questions.told()).toMatchObject({ nudges: 1, late: 0, menteeAlerts: [] })
    expect(await questions.awaiting('mentee')).toMatchObject({ isLate: false })

    await goTo(after(since, hoursMs(24)))
    expect(await questions.awaiting('mentee')).toMatchObject({ isLate: true })
    await sweepThrice(test)
    const late = await questions.told()
    expect(late).toMatchObject({ nudges: 1, late: 1, remedies: 0 })
    expect(late.mentorAlerts).toHaveLength(2)
    expect(late.menteeAlerts).toEqual([expect.stringContaining('has not answered within 24 hours')])

    await goTo(after(since, daysMs(7)))
    await sweepThrice(test)
    expect(await questions.told()).toMatchObject({ nudges: 1, late: 1, remedies: 1 })
  })

  it('is said to be late, and nothing else, when the job stood still over the reminder', async () => {
    const { questions, since } = await asked()
    await goTo(after(since, hoursMs(30)))
    await sweepThrice(test)
    expect(await questions.told()).toMatchObject({ nudges: 0, late: 1, remedies: 0 })
    await goTo(after(since, daysMs(9)))
    await sweepThrice(test)
    expect(await questions.told()).toMatchObject({ nudges: 0, late: 1, remedies: 1 })
  })

  it('is not asked about any more once it is answered, and the next one begins anew', async () => {
    const { questions, since } = await asked()
    await goTo(after(since, hoursMs(20)))
    await questions.answer()
    expect(await questions.awaiting()).toMatchObject({ side: 'mentee', dueAt: null, isLate: false })
    await goTo(after(since, hoursMs(25)))
    await sweepThrice(test)
    expect(await questions.told()).toMatchObject({ nudges: 0, late: 0 })
    const next = await questions.ask()
    expect(await questions.awaiting()).toMatchObject({ side: 'mentor', since: next.createdAt })
  })

  it('keeps the clock of its first message when more follow', async () => {
    const { questions, since } = await asked()
    await goTo(after(since, hoursMs(5)))
    const second = await questions.ask()
    expect(second.conversation.awaiting).toMatchObject({ since: since.toISOString() })
  })
})

it('a question of which nothing can be told holds up no other', async () => {
  const { pool } = test.app.db
  const broken = await makeQuestions(test, moderator)
  const other = await makeQuestions(test, moderator)
  await goToTimeOfDay(test, '20:00')
  await broken.ask()
  const { createdAt } = await other.ask()
  await pool.query(
    `alter table notification add constraint refused check (account_id <> '${broken.mentor.id}') not valid`,
  )
  try {
    await goTo(after(new Date(createdAt), hoursMs(24)))
    await expect(sweepResponses(test)).rejects.toThrow('failed')
    expect((await other.told()).late).toBe(1)
    expect((await broken.told()).late).toBe(0)
  } finally {
    await pool.query('alter table notification drop constraint refused')
  }
  await sweepResponses(test)
  expect((await broken.told()).late).toBe(1)
})

describe('the reminder', () => {
  const nudgedAt = async (questions: Questions, moments: readonly Date[]) => {
    for (const moment of moments) {
      await goTo(moment)
      await sweepResponses(test)
      if ((await questions.told()).nudges > 0) return Math.floor(wallClock(moment, mentorZone).minutes / 60)
    }
    return undefined
  }
  const everyHalfHour = (since: Date) =>
    Array.from({ length: 30 }, (_, index) => after(since, hoursMs(9 + index / 2) + secondsMs(20)))

  it.each([
    // 16 hours later it is 23:30: at 22:00, which is 14.5 hours after the question.
    ['07:30', 22],
    // 01:59: 22:00 is just 12 hours after it.
    ['09:59', 22],
    // 03:00: 22:00 would be 11 hours after it; so at the end of the night.
    ['11:00', 7],
    // 06:30
    ['14:30', 7],
    // 07:00 and 21:00 are no night.
    ['15:00', 7],
    ['05:00', 21],
  ])('of a question of %s comes at %d:00 by the mentor’s clock', async (time, hour) => {
    const questions = await makeQuestions(test, moderator)
    await goToTimeOfDay(test, time)
    const { createdAt } = await questions.ask()
    expect(await nudgedAt(questions, everyHalfHour(new Date(createdAt)))).toBe(hour)
  })
})

describe('a message of a process that knows of no clock', () => {
  it('is an answer all the same, and nobody is told that none came', async () => {
    const { questions, since } = await asked()
    await test.app.db.pool.query(
      `with next as (update conversation set last_seq = last_seq + 1 where id = $1 returning last_seq)
       insert into message (id, conversation_id, seq, sender_id, sender_type, body, created_at)
       select $2, $1, last_seq, $3, 'mentor', 'an answer', $4 from next`,
      [questions.conversationId, test.app.newId(), questions.mentor.id, after(since, hoursMs(3))],
    )
    await goTo(after(since, hoursMs(30)))
    await sweepThrice(test)
    expect(await questions.told()).toEqual(nothingTold)
    expect(await questions.awaiting()).toMatchObject({ side: 'mentee', isLate: false })
    const { rows } = await test.app.db.pool.query(
      `select outcome, waited_ms::int as ms from mentor_response where conversation_id = $1`,
      [questions.conversationId],
    )
    expect(rows).toEqual([{ outcome: 'answered', ms: hoursMs(3) }])
  })
})

describe('no clock', () => {
  it('runs of a subscription that has ended', async () => {
    const { questions, since } = await asked()
    await test.app.db.pool.query(
      `update enrollment set status = 'ended', ended_at = product_now(), end_reason = 'canceled' where id = $1`,
      [questions.enrollmentId],
    )
    await goTo(after(since, hoursMs(25)))
    await sweepThrice(test)
    expect(await questions.told()).toEqual(nothingTold)
    expect(await questions.awaiting()).toMatchObject({ side: null, isLate: false })
  })

  it('is started by what the mentor writes', async () => {
    const questions = await makeQuestions(test, moderator)
    await questions.answer()
    expect(await questions.awaiting()).toMatchObject({ side: 'mentee', dueAt: null })
  })
})
