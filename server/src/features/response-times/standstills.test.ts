import { api } from '@marga/contract/api'
import { wallClock } from '@marga/contract/wall-clock'
import { addDays } from '@marga/contract/zoned-time'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { after, daysMs, hoursMs, secondsMs } from '../../platform/clock.ts'
import { newModerator, ok, type TestPerson } from '../../testing/people.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import {
  askedInTheEvening,
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

describe('the clock stands still', () => {
  const announce = async (questions: Questions, vacations: { from: string; to: string }[]) =>
    ok(
      await test.call(
        api.responseTimes.announceVacations,
        { params: { mentorId: questions.mentor.id }, body: { vacations } },
        questions.mentor,
      ),
    )

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
})
