import { api } from '@marga/contract/api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CaseWorld, makeCaseWorld } from '../../testing/case-world.ts'
import { outboxWith } from '../../testing/outbox.ts'
import {
  enroll,
  menteeForm,
  mentorForm,
  newMentee,
  newMentor,
  ok,
  signInMentor,
  type TestPerson,
} from '../../testing/people.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { newApplication } from '../../testing/vetting.ts'

let test: TestApp
let world: CaseWorld
/** A moderator's, under the same address. */
let ownMentor: TestPerson
let ownMentee: TestPerson
beforeAll(async () => {
  test = await startTestApp()
  world = await makeCaseWorld(test)
  const { email } = world.moderator
  ownMentor = await newMentor(test, world.second, mentorForm(email.toUpperCase()))
  ownMentee = await newMentee(test, menteeForm(email))
})
afterAll(() => test.close())

const refused = [
  403,
  {
    code: 'forbidden',
    message: 'This concerns an account under your own address. Another moderator decides it.',
  },
]
const told = ({ status, body }: { status: number; body: unknown }) => [status, body]
const dismiss = (who: TestPerson, id: string) => world.decide(id, [{ kind: 'dismiss' }], {}, who)

describe('what concerns an account under a moderator’s own address', () => {
  it.each(['accused', 'raiser'] as const)('another one decides, of the %s’s', async (part) => {
    const pair = await world.pair()
    const [mentee, mentor] = part === 'accused' ? [pair.mentee, ownMentor] : [ownMentee, pair.mentor]
    const { _id: enrollmentId } = await enroll(test, mentee, mentor)
    const id = await world.raise({ mentee, mentor, enrollmentId })
    const listed = async (who: TestPerson) => (await world.list({}, who)).cases.find(({ _id }) => _id === id)
    expect(await listed(world.moderator)).toMatchObject({ isOthersToDecide: true, concernsYou: true })
    expect(await listed(world.second)).toMatchObject({ isOthersToDecide: false, concernsYou: false })
    expect(told(await world.claim(id, world.moderator))).toMatchObject(refused)
    expect(told(await dismiss(world.moderator, id))).toMatchObject(refused)
    const body = { ticketId: id, action: 'dismiss' as const }
    expect(told(await test.call(api.tickets.decide, { body }, world.moderator))).toMatchObject(refused)
    ok(await dismiss(world.second, id))
  })

  it('another one blocks and lets in', async () => {
    const mentorId = ownMentor.id
    const change = (who: TestPerson, isBlocked: boolean) =>
      test.call(api.moderation.changeMentorStatus, { body: { mentorId, isBlocked } }, who)
    expect(told(await change(world.moderator, true))).toMatchObject(refused)
    ok(await change(world.second, true))
    expect(told(await change(world.moderator, false))).toMatchObject(refused)
    const { sanctions } = ok(await test.call(api.cases.mentor, { params: { id: mentorId } }, world.second))
    const lift = { params: { id: sanctions[0]!._id }, body: { text: 'A mistake.' } }
    expect(told(await test.call(api.cases.lift, lift, world.moderator))).toMatchObject(refused)
    ok(await change(world.second, false))
  })

  it('nobody else decides where nobody else is here', async () => {
    const pair = await world.pair()
    const { _id: enrollmentId } = await enroll(test, pair.mentee, ownMentor)
    const id = await world.raise({ ...pair, mentor: ownMentor, enrollmentId })
    const setBlocked = (isBlocked: boolean) =>
      test.app.db.pool.query('update account set is_blocked = $2 where id = $1', [world.second.id, isBlocked])
    await setBlocked(true)
    try {
      const { cases } = await world.list({ search: id })
      expect(cases).toMatchObject([{ isOthersToDecide: false, concernsYou: true }])
      ok(await dismiss(world.moderator, id))
    } finally {
      await setBlocked(false)
    }
  })

  it('another one looks into and decides as an application', async () => {
    const form = mentorForm(world.second.email)
    const { applicationId, mentorId } = await newApplication(test, world.moderator, form)
    const moves = [
      test.call(api.cases.stage, { body: { mentorId, stage: 'in_review' } }, world.second),
      test.call(
        api.cases.check,
        { params: { id: applicationId }, body: { item: 'work', evidence: 'LinkedIn' } },
        world.second,
      ),
      test.call(api.moderation.accept, { body: { mentorId } }, world.second),
      test.call(api.moderation.reject, { body: { mentorId, reason: 'No.' } }, world.second),
      world.decide(applicationId, [{ kind: 'accept' }], {}, world.second),
    ]
    for (const answer of await Promise.all(moves)) expect(told(answer)).toMatchObject(refused)
    ok(await test.call(api.moderation.accept, { body: { mentorId } }, world.moderator))
  })

  it.each([0, 1])('each of two decides where both are its people (%i)', async (which) => {
    const mentor = await othersMentor()
    const id = await raiseBy(ownMentee, mentor)
    const who = [world.moderator, world.second][which]!
    const { case: presented } = await world.file(id, who)
    expect(presented).toMatchObject({ isOthersToDecide: false, concernsYou: true })
    const body = { ticketId: id, action: 'dismiss' as const }
    ok(await world.claim(id, who))
    if (which === 0) ok(await dismiss(who, id))
    else ok(await test.call(api.tickets.decide, { body }, who))
  })

  it('an appeal of it is decided by who decided before, where nobody else is here', async () => {
    const pair = await world.pair()
    const appeal = await appealOf(ownMentor, await raiseBy(pair.mentee, ownMentor))
    expect(told(await dismiss(world.moderator, appeal))).toMatchObject(refused)
    ok(await dismiss(world.second, appeal))
  })

  it('an appeal is not decided, nor a sanction lifted, by who raised what it came of', async () => {
    const { mentor } = await world.pair()
    const id = await raiseBy(ownMentee, mentor)
    const appeal = await appealOf(mentor, id)
    expect((await world.file(appeal)).case).toMatchObject({ isOthersToDecide: true, concernsYou: true })
    expect(told(await dismiss(world.moderator, appeal))).toMatchObject(refused)
    const { sanctions } = ok(await test.call(api.cases.mentor, { params: { id: mentor.id } }, world.second))
    const lift = { params: { id: sanctions[0]!._id }, body: { text: 'A mistake.' } }
    expect(told(await test.call(api.cases.lift, lift, world.moderator))).toMatchObject(refused)
    ok(await dismiss(world.second, appeal))
  })
})

async function raiseBy(mentee: TestPerson, mentor: TestPerson): Promise<string> {
  const subscribed = await test.app.db.query
    .selectFrom('enrollment')
    .select('id')
    .where('menteeId', '=', mentee.id)
    .where('mentorId', '=', mentor.id)
    .executeTakeFirst()
  const enrollmentId = subscribed?.id ?? (await enroll(test, mentee, mentor))._id
  return world.raise({ mentee, mentor, enrollmentId })
}

/** Of the second moderator: whose application the first has accepted. */
const othersMentor = () => signInMentor(test, world.second.email)

/** Against a warning by the second moderator. @returns the case of the appeal */
async function appealOf(mentor: TestPerson, ticketId: string): Promise<string> {
  const reason = { reason: 'outside_payment' as const, text: 'You asked for a bank transfer.' }
  ok(await world.decide(ticketId, [{ kind: 'warn' }], reason, world.second))
  const [mail] = await outboxWith(test, mentor.email, 'A warning')
  const token = /\/appeal\?token=([\w-]+)/.exec(mail!.text)![1]!
  ok(await test.call(api.appeals.raise, { body: { token, text: 'It was about a book.' } }))
  const { cases } = await world.list({ kind: 'appeal' })
  return cases.find(({ people }) => people[0]!._id === mentor.id)!._id
}
