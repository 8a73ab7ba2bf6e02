import { api } from '@marga/contract/api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startWorker } from '../../platform/jobs/jobs.ts'
import { failUpdates } from '../../testing/failing-rows.ts'
import { outboxWith } from '../../testing/outbox.ts'
import { newModerator, ok, type TestPerson } from '../../testing/people.ts'
import {
  answerContest,
  contestAs,
  enrollmentOf,
  hourMs,
  passTime,
  type Subscribed,
  sessionRow,
  settledSession,
  subscribedPair,
} from '../../testing/settled-sessions.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let test: TestApp
let moderator: TestPerson
beforeAll(async () => {
  test = await startTestApp()
  moderator = await newModerator(test)
})
afterAll(() => test.close())

const sweep = () => test.app.jobHandlers['disputes:sweep']({})
/** As two processes would at the same time, and once more. */
const sweepThrice = async () => {
  await Promise.all([sweep(), sweep()])
  await sweep()
}

const contestOf = async (person: TestPerson, slotId: string) => {
  const { list } = api.disputes[person.role === 'mentor' ? 'contestsOfMentor' : 'contestsOfMentee']
  return ok(await test.call(list as typeof api.disputes.contestsOfMentee.list, { query: { slotId } }, person))
    .contests[0]!
}

const contested = async (pair: Subscribed, by: TestPerson) => {
  const slot = await settledSession(
    test,
    pair,
    ['mentee', 'mentor'].slice(by.role === 'mentor' ? 2 : 0) as [],
  )
  return ok(await contestAs(test, by, slot._id)).contest
}

const reminders = (person: TestPerson) => outboxWith(test, person.email, 'Please answer')

describe('the deadline of a contest', () => {
  it('is reminded of once, 24 hours before', async () => {
    const pair = await subscribedPair(test, moderator)
    await contested(pair, pair.mentee)
    await passTime(test, 47 * hourMs)
    await sweepThrice()
    expect(await reminders(pair.mentor)).toHaveLength(0)
    await passTime(test, 2 * hourMs)
    await sweepThrice()
    const [mail, ...others] = await reminders(pair.mentor)
    expect(others).toEqual([])
    expect(mail!.text).toContain('Please answer by')
    expect(await reminders(pair.mentee)).toHaveLength(0)
  })

  it('is not reminded of when the answer is there', async () => {
    const pair = await subscribedPair(test, moderator)
    const { _id } = await contested(pair, pair.mentee)
    ok(await answerContest(test, pair.mentor, _id, { agree: true }))
    await passTime(test, 50 * hourMs)
    await sweep()
    expect(await reminders(pair.mentor)).toHaveLength(0)
  })

  it('is a moderator’s to decide on when a mentor who is shut out lets it pass', async () => {
    const pair = await subscribedPair(test, moderator)
    const { slotId } = await contested(pair, pair.mentee)
    await test.app.db.pool.query('update account set is_blocked = true where id = $1', [pair.mentor.id])
    await passTime(test, 72 * hourMs + 1000)
    await sweepThrice()
    expect(await contestOf(pair.mentee, slotId)).toMatchObject({ status: 'with_moderator' })
    expect(await sessionRow(test, slotId)).toEqual({ status: 'completed', missedBy: null })
  })

  it('counts as agreed when a mentor lets it pass, once', async () => {
    const pair = await subscribedPair(test, moderator)
    const { slotId } = await contested(pair, pair.mentee)
    await passTime(test, 72 * hourMs + 1000)
    await sweepThrice()
    expect(await contestOf(pair.mentee, slotId)).toMatchObject({ status: 'agreed', outcome: 'missed' })
    expect(await sessionRow(test, slotId)).toEqual({ status: 'missed', missedBy: 'mentor' })
    const { callsLeft, extraCalls } = await enrollmentOf(test, pair)
    expect([callsLeft, extraCalls.length]).toEqual([4, 1])
    const mails = await outboxWith(test, pair.mentee.email, 'Your contested session')
    expect(mails).toHaveLength(1)
    expect(mails[0]!.text).toContain(`${pair.mentor.firstName} did not answer in time`)
    const [toMentor] = await outboxWith(test, pair.mentor.email, 'Your contested session')
    expect(toMentor!.text).toContain('You did not answer in time')
    // Too late for a reminder: the one day before was slept through.
    expect(await reminders(pair.mentor)).toHaveLength(0)
  })

  it('brings it to the moderators when a mentee lets it pass, once', async () => {
    const pair = await subscribedPair(test, moderator)
    const { slotId } = await contested(pair, pair.mentor)
    await passTime(test, 72 * hourMs + 1000)
    await sweepThrice()
    expect(await contestOf(pair.mentor, slotId)).toMatchObject({ status: 'with_moderator' })
    const tickets = await test.app.db.query
      .selectFrom('ticket')
      .select(['raisedBy', 'accusedId'])
      .where('raisedBy', '=', pair.mentor.id)
      .execute()
    expect(tickets).toEqual([{ raisedBy: pair.mentor.id, accusedId: pair.mentee.id }])
    const cases = await outboxWith(test, moderator.email, 'Contested session')
    expect(cases.length).toBeGreaterThan(0)
  })

  it('refuses an answer that comes after it, before the sweep has', async () => {
    const pair = await subscribedPair(test, moderator)
    const { _id, answerBy } = await contested(pair, pair.mentee)
    await passTime(test, 72 * hourMs + 1000)
    const late = await answerContest(test, pair.mentor, _id, { agree: false })
    expect([late.status, late.body]).toEqual([
      409,
      expect.objectContaining({ code: 'already_decided', decidedBy: '', decidedAt: answerBy }),
    ])
  })

  it('and an answer at the same moment have one outcome', async () => {
    for (let round = 0; round < 5; round++) {
      const pair = await subscribedPair(test, moderator)
      const { _id, slotId } = await contested(pair, pair.mentee)
      // Due for the sweep, whose clock is another process's, and not yet for whoever answers.
      const answerBy = new Date(test.app.clock.now().getTime() + 60_000)
      await test.app.db.query.updateTable('contest').set({ answerBy }).where('id', '=', _id).execute()
      const [answer] = await Promise.all([
        answerContest(test, pair.mentor, _id, { agree: true }),
        passTime(test, 60_000).then(sweep),
        sweep(),
      ])
      await sweep()
      expect([200, 409]).toContain(answer.status)
      expect((await contestOf(pair.mentee, slotId)).status).toBe('agreed')
      const { callsLeft, extraCalls } = await enrollmentOf(test, pair)
      expect([callsLeft, extraCalls.map(({ count }) => count)]).toEqual([4, [1]])
      expect(await outboxWith(test, pair.mentee.email, 'Your contested session')).toHaveLength(1)
    }
  })
})

describe('the demo’s clock', () => {
  it('carries contests along: the reminder and the end of the silence', async () => {
    const demo = await startTestApp()
    const worker = await startWorker(demo.app.db, demo.app.jobHandlers, demo.app.log)
    try {
      const pair = await subscribedPair(demo, await newModerator(demo))
      const slot = await settledSession(demo, pair, ['mentee', 'mentor'])
      ok(await contestAs(demo, pair.mentee, slot._id))
      const advance = async (hours: number) =>
        expect(
          (await demo.request('POST', '/sandbox/clock', { body: { advanceSeconds: hours * 3600 } })).status,
        ).toBe(200)
      await advance(60)
      expect(await outboxWith(demo, pair.mentor.email, 'Please answer')).toHaveLength(1)
      expect((await sessionRow(demo, slot._id)).status).toBe('completed')
      await advance(20)
      expect(await outboxWith(demo, pair.mentor.email, 'Please answer')).toHaveLength(1)
      expect(await sessionRow(demo, slot._id)).toEqual({ status: 'missed', missedBy: 'mentor' })
    } finally {
      await worker.stop()
      await demo.close()
    }
  })
})

it('one that cannot be ended holds up none that comes after it', async () => {
  const pairs = [await subscribedPair(test, moderator), await subscribedPair(test, moderator)] as const
  const contests = [await contested(pairs[0], pairs[0].mentee), await contested(pairs[1], pairs[1].mentee)]
  await passTime(test, 73 * hourMs)
  const mend = await failUpdates(test, 'contest', 'id', contests[0]!._id)
  const statusOf = async (at: number) => (await contestOf(pairs[at]!.mentee, contests[at]!.slotId)).status
  await expect(sweep()).rejects.toThrow('1 of 5 failed')
  expect([await statusOf(0), await statusOf(1)]).toEqual(['open', 'agreed'])
  await mend()
  await sweep()
  expect(await statusOf(0)).toBe('agreed')
})
