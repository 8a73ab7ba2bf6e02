import { api } from '@marga/contract/api'
import { v7 } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { enroll, newMentee, newMentor, newModerator, ok, type TestPerson } from '../../testing/people.ts'
import { settledSession, toldTo } from '../../testing/settled-sessions.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { mailsTo } from '../../testing/vetting.ts'

let test: TestApp
let moderator: TestPerson
let mentor: TestPerson
beforeAll(async () => {
  test = await startTestApp()
  moderator = await newModerator(test)
})
afterAll(() => test.close())

beforeEach(async () => {
  mentor = await newMentor(test, moderator)
  await setProbation(test.app.clock.now())
})

const setProbation = (since: Date) =>
  test.app.db.query
    .updateTable('mentorProfile')
    .set({ probationSince: since })
    .where('accountId', '=', mentor.id)
    .execute()
const isOnProbation = async () => {
  const row = await test.app.db.query
    .selectFrom('mentorProfile')
    .select('probationSince')
    .where('accountId', '=', mentor.id)
    .executeTakeFirstOrThrow()
  return row.probationSince !== null
}
const nightly = () => test.app.jobHandlers['housekeeping:daily']({})

async function newPair() {
  const mentee = await newMentee(test)
  const { _id: enrollmentId } = await enroll(test, mentee, mentor)
  return { mentee, mentor, enrollmentId }
}
type Pair = Awaited<ReturnType<typeof newPair>>
const meet = (pair: Pair) => settledSession(test, pair, ['mentee', 'mentor'])

/** Sessions with three different mentees. @returns the last of them */
async function meetThree() {
  await meet(await newPair())
  await meet(await newPair())
  const pair = await newPair()
  await meet(pair)
  return pair
}

describe('probation', () => {
  it('ends by itself after sessions with three different mentees, and tells the mentor once', async () => {
    const first = await newPair()
    await meet(first)
    await meet(first)
    await meet(await newPair())
    await nightly()
    expect(await isOnProbation()).toBe(true)
    await meet(await newPair())
    await Promise.all([nightly(), nightly()])
    expect(await isOnProbation()).toBe(false)
    const told = (await toldTo(test, mentor)).filter(({ content }) => /probation is over/.test(content))
    expect(told).toHaveLength(1)
    const mails = (await mailsTo(test, mentor.email)).filter(
      ({ subject }) => subject === 'Your probation is over',
    )
    expect(mails).toHaveLength(1)
  })

  it('counts nothing from before it began, and no session that was missed', async () => {
    await meetThree()
    await setProbation(test.app.clock.now())
    for (let count = 0; count < 3; count++) await settledSession(test, await newPair(), ['mentor'])
    await nightly()
    expect(await isOnProbation()).toBe(true)
  })

  it('goes on while a ticket about the mentor is open', async () => {
    const { mentee } = await meetThree()
    const complaint = { accusedId: mentor.id }
    const ticket = ok(
      await test.call(
        api.tickets.raiseAsMentee,
        { params: { menteeId: mentee.id }, body: { complaint, content: 'The mentor was rude to me.' } },
        mentee,
      ),
    ).data
    await nightly()
    expect(await isOnProbation()).toBe(true)
    const body = { ticketId: ticket._id, action: 'dismiss' as const }
    ok(await test.call(api.tickets.decide, { body }, moderator))
    await nightly()
    expect(await isOnProbation()).toBe(false)
  })

  it('ends all the same for one who was let in again from the list', async () => {
    await meetThree()
    const change = (isBlocked: boolean) =>
      test.call(api.moderation.changeMentorStatus, { body: { mentorId: mentor.id, isBlocked } }, moderator)
    ok(await change(true))
    ok(await change(false))
    await nightly()
    expect(await isOnProbation()).toBe(false)
  })

  it('goes on after a sanction, unless that was lifted', async () => {
    await meetThree()
    const id = v7()
    await test.app.db.query
      .insertInto('sanction')
      .values({ id, accountId: mentor.id, kind: 'warn', startedAt: test.app.clock.now() })
      .execute()
    await nightly()
    expect(await isOnProbation()).toBe(true)
    await test.app.db.query
      .updateTable('sanction')
      .set({ liftText: 'It was a mistake.', endedAt: test.app.clock.now() })
      .where('id', '=', id)
      .execute()
    await nightly()
    expect(await isOnProbation()).toBe(false)
  })
})
