import { readFileSync } from 'node:fs'
import { api } from '@marga/contract/api'
import { wallClock } from '@marga/contract/wall-clock'
import { addDays, instantAt } from '@marga/contract/zoned-time'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { after, daysMs, hoursMs, secondsMs } from '../../platform/clock.ts'
import { newModerator, ok, type TestPerson } from '../../testing/people.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import {
  askedInTheEvening,
  mentorZone,
  nothingTold,
  type Questions,
  runRequestedSweep,
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

describe('the clock stands still', () => {
  const announce = async (questions: Questions, vacations: { from: string; to: string }[]) => {
    const params = { mentorId: questions.mentor.id }
    ok(
      await test.call(api.responseTimes.announceVacations, { params, body: { vacations } }, questions.mentor),
    )
    await runRequestedSweep(test)
  }

  it('in an announced vacation, and goes on after it', async () => {
    const { questions, since } = await asked()
    const today = wallClock(since, mentorZone).day
    await announce(questions, [{ from: addDays(today, 1), to: addDays(today, 3) }])
    // Four of the 24 hours passed before midnight.
    expect(await questions.awaiting()).toMatchObject({
      dueAt: after(since, hoursMs(24) + daysMs(3)).toISOString(),
      standstill: null,
    })
    await goTo(after(since, hoursMs(30)))
    await sweepThrice(test)
    expect(await questions.told()).toEqual(nothingTold)
    expect(await questions.awaiting()).toMatchObject({ standstill: { because: 'vacation' } })
    const own = await test.call(
      api.responseTimes.own,
      { params: { mentorId: questions.mentor.id } },
      questions.mentor,
    )
    expect(ok(own).waiting).toMatchObject([{ standstill: { because: 'vacation' } }])
    await goTo(after(since, hoursMs(24) + daysMs(3)))
    await sweepThrice(test)
    expect(await questions.told()).toMatchObject({ late: 1 })
  })

  it('until the last of the vacations that follow one another is over', async () => {
    const { questions, since } = await asked()
    const today = wallClock(since, mentorZone).day
    const spans = [
      [1, 2],
      [3, 3],
      [4, 6],
      [8, 9],
    ] as const
    await announce(
      questions,
      spans.map(([from, to]) => ({ from: addDays(today, from), to: addDays(today, to) })),
    )
    await goTo(after(since, hoursMs(30)))
    const until = instantAt(addDays(today, 7), 0, mentorZone).toISOString()
    const standstill = { because: 'vacation', until }
    expect(await questions.awaiting()).toMatchObject({ standstill })
    // What goes out with a message is reckoned without the list.
    await questions.answer()
    const { conversation } = await questions.ask()
    expect(conversation.awaiting).toMatchObject({ standstill })
  })

  it('no longer when the vacation is taken back', async () => {
    const { questions, since } = await asked()
    const today = wallClock(since, mentorZone).day
    await announce(questions, [{ from: addDays(today, 1), to: addDays(today, 9) }])
    await goTo(after(since, hoursMs(10)))
    await announce(questions, [])
    // Four hours before midnight ran, and what comes now.
    const { dueAt } = await questions.awaiting()
    expect(new Date(dueAt!).getTime()).toBeGreaterThanOrEqual(after(since, hoursMs(24 + 6)).getTime())
    expect(new Date(dueAt!).getTime()).toBeLessThan(after(since, hoursMs(24 + 6) + secondsMs(60)).getTime())
  })

  it('in no vacation that is taken back before it begins, unless it is announced anew', async () => {
    const { questions, since } = await asked()
    const today = wallClock(since, mentorZone).day
    const vacations = [{ from: addDays(today, 1), to: addDays(today, 20) }]
    const before = await questions.awaiting()
    for (let count = 0; count < 2; count++) {
      await announce(questions, vacations)
      expect(await questions.awaiting()).toMatchObject({
        dueAt: after(since, hoursMs(24) + daysMs(20)).toISOString(),
      })
      await announce(questions, [])
      expect(await questions.awaiting()).toEqual(before)
    }
    await goTo(after(since, hoursMs(24)))
    await sweepThrice(test)
    expect(await questions.told()).toMatchObject({ late: 1 })
  })

  it('leaves nothing of a vacation that never was, once the clocks follow', async () => {
    const { questions, since } = await asked()
    const today = wallClock(since, mentorZone).day
    const { mentor } = questions
    const kept = async () => {
      await test.app.jobHandlers['housekeeping:daily']({})
      const { rows } = await test.app.db.pool.query(
        `select starts_at < ends_at as is_span, is_applied from response_standstill where mentor_id = $1`,
        [mentor.id],
      )
      return rows
    }
    await announce(questions, [{ from: addDays(today, 1), to: addDays(today, 2) }])
    await announce(questions, [])
    await announce(questions, [{ from: addDays(today, 4), to: addDays(today, 5) }])
    expect(await kept()).toEqual([{ is_span: true, is_applied: true }])
    await test.app.db.pool.query(
      `update response_standstill set is_applied = false, ends_at = starts_at where mentor_id = $1`,
      [mentor.id],
    )
    expect(await kept()).toEqual([{ is_span: false, is_applied: false }])
  })

  it('no longer where a release before took a vacation back without a trace', async () => {
    const { questions } = await asked()
    const before = await questions.awaiting()
    const { pool } = test.app.db
    await pool.query(
      `update conversation set answer_due_at = answer_due_at + interval '20 days',
         refundable_from = refundable_from + interval '20 days' where id = $1`,
      [questions.conversationId],
    )
    expect(await questions.awaiting()).not.toEqual(before)
    const migration = '../../migrations/20261125T170000_standstills_taken_back.sql'
    await pool.query(readFileSync(new URL(migration, import.meta.url), 'utf8'))
    await sweepResponses(test)
    expect(await questions.awaiting()).toEqual(before)
  })

  it('while one of the two has blocked the other, and goes on when that is taken back', async () => {
    const { questions, since } = await asked()
    const { blockPerson, unblockPerson } = api.accountSettings.mentee
    const body = { personId: questions.mentor.id }
    await goTo(after(since, hoursMs(10)))
    ok(await test.call(blockPerson, { body }, questions.mentee))
    await goTo(after(since, hoursMs(60)))
    await sweepThrice(test)
    expect(await questions.told()).toEqual(nothingTold)
    expect(await questions.awaiting()).toMatchObject({
      isLate: false,
      dueAt: null,
      standstill: { because: 'block', until: null },
    })
    ok(await test.call(unblockPerson, { params: body }, questions.mentee))
    await sweepThrice(test)
    const { dueAt } = await questions.awaiting()
    const minutesOff = (new Date(dueAt!).getTime() - after(since, hoursMs(24 + 50)).getTime()) / 60_000
    expect(Math.abs(minutesOff)).toBeLessThan(1)
  })

  it('while a moderator has blocked the mentee', async () => {
    const { questions, since } = await asked()
    const change = (isBlocked: boolean) =>
      test.call(
        api.moderation.changeMenteeStatus,
        { body: { menteeId: questions.mentee.id, isBlocked } },
        moderator,
      )
    ok(await change(true))
    await goTo(after(since, hoursMs(40)))
    await sweepThrice(test)
    expect((await questions.told()).late).toBe(0)
    ok(await change(false))
    await goTo(after(since, hoursMs(40 + 23)))
    await sweepThrice(test)
    expect((await questions.told()).late).toBe(0)
    await goTo(after(since, hoursMs(40 + 24) + secondsMs(60)))
    await sweepThrice(test)
    expect((await questions.told()).late).toBe(1)
  })

  it('in a pause of the subscription', async () => {
    const { questions, since } = await asked()
    const { enrollmentId } = questions
    ok(
      await test.call(
        api.enrollments.pause,
        { params: { enrollmentId }, body: { days: 7 } },
        questions.mentee,
      ),
    )
    await sweepResponses(test)
    const subscribed = ok(
      await test.call(
        api.enrollments.subscribedMentors,
        { params: { menteeId: questions.mentee.id } },
        questions.mentee,
      ),
    ).allMentorsSubscribed[0]!
    // Asked anew just before the pause begins.
    await questions.answer()
    await goTo(after(new Date(subscribed.pausedFrom!), -hoursMs(2)))
    await questions.ask()
    await goTo(after(new Date(subscribed.pausedFrom!), hoursMs(50)))
    await sweepThrice(test)
    expect((await questions.told()).late).toBe(0)
    expect(await questions.awaiting()).toMatchObject({ standstill: { because: 'pause' } })
    expect(since).toBeInstanceOf(Date)
  })

  it('in no pause that is taken back before it begins', async () => {
    const { questions } = await asked()
    const { mentee, enrollmentId } = questions
    const params = { enrollmentId }
    const { enrollment } = ok(await test.call(api.enrollments.pause, { params, body: { days: 7 } }, mentee))
    await questions.answer()
    await goTo(after(new Date(enrollment.pausedFrom!), -hoursMs(2)))
    const since = new Date((await questions.ask()).createdAt)
    const dueAt = async () => (await questions.awaiting()).dueAt
    expect(await dueAt()).toBe(after(since, hoursMs(24) + daysMs(7)).toISOString())
    ok(await test.call(api.enrollments.endPause, { params }, mentee))
    await sweepResponses(test)
    expect(await dueAt()).toBe(after(since, hoursMs(24)).toISOString())
  })
})
