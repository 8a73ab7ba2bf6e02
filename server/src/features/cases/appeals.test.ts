import { api } from '@marga/contract/api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { after, daysMs } from '../../platform/clock.ts'
import { type CaseWorld, makeCaseWorld } from '../../testing/case-world.ts'
import { outboxOf } from '../../testing/outbox.ts'
import { newModerator, ok, testPassword } from '../../testing/people.ts'
import type { Subscribed } from '../../testing/settled-sessions.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let test: TestApp
let world: CaseWorld
beforeAll(async () => {
  test = await startTestApp()
  world = await makeCaseWorld(test)
})
afterAll(() => test.close())

const text = 'The message was about a book, not about money.'
const raise = (token: string) => test.call(api.appeals.raise, { body: { token, text } })
const read = (token: string) => test.call(api.appeals.read, { body: { token } })
const tokenMailedTo = async (email: string) => {
  for (const mail of await outboxOf(test, email)) {
    const found = /\/appeal\?token=([\w-]+)/.exec(mail.text)
    if (found) return found[1]!
  }
  throw new Error('no link to appeal was mailed')
}
const signIn = ({ mentor }: Subscribed) =>
  test.call(api.accounts.loginMentor, { body: { email: mentor.email, password: testPassword } })

/** Suspended and warned by the first moderator. @returns the secret of the mail */
async function suspended(pair: Subscribed) {
  const id = await world.raise(pair)
  const outcomes = [{ kind: 'suspend', days: 20 } as const, { kind: 'warn' } as const]
  ok(await world.decide(id, outcomes, { reason: 'outside_payment', text: 'You asked for a bank transfer.' }))
  return tokenMailedTo(pair.mentor.email)
}

describe('an appeal', () => {
  it('is raised by the link of the mail, once, and shows what it is against', async () => {
    const pair = await world.pair()
    const token = await suspended(pair)
    expect(ok(await read(token)).appeal).toMatchObject({
      sanctions: expect.arrayContaining([
        expect.objectContaining({ kind: 'suspend', isActive: true }),
        expect.objectContaining({ kind: 'warn' }),
      ]),
      reason: 'outside_payment',
      text: 'You asked for a bank transfer.',
      appealedAt: null,
      outcome: null,
    })
    const statuses = (await Promise.all([raise(token), raise(token), raise(token)])).map(
      ({ status }) => status,
    )
    expect(statuses.sort()).toEqual([201, 409, 409])
    expect((await raise(token)).body.code).toBe('already_appealed')
    expect(ok(await read(token)).appeal).toMatchObject({ outcome: 'open' })
    const { cases } = await world.list({ kind: 'appeal' })
    expect(cases).toMatchObject([
      { kind: 'appeal', people: [{ _id: pair.mentor.id, part: 'appellant' }], isOthersToDecide: true },
    ])
    const { evidence } = await world.file(cases[0]!._id, world.second)
    expect(evidence.statement).toMatchObject({ text, by: 'appellant' })
    expect(evidence.sanctions.map(({ kind }) => kind).sort()).toEqual(['suspend', 'warn'])
  })

  it('is possible for 14 days, and with no other link', async () => {
    const pair = await world.pair()
    const token = await suspended(pair)
    expect((await raise('another')).body.code).toBe('invalid_token')
    await test.app.clock.moveTo(test.app.db, after(test.app.clock.now(), daysMs(14)))
    expect([(await raise(token)).body.code, (await read(token)).body.code]).toEqual([
      'invalid_token',
      'invalid_token',
    ])
  })

  it('is raised by nobody for an account that was deleted since', async () => {
    const pair = await world.pair()
    ok(await world.decide(await world.raise(pair), [{ kind: 'warn' }]))
    const token = await tokenMailedTo(pair.mentor.email)
    const body = { password: testPassword }
    ok(await test.call(api.accountSettings.mentor.deleteAccount, { body }, pair.mentor))
    expect([(await raise(token)).body.code, (await read(token)).body.code]).toEqual([
      'invalid_token',
      'invalid_token',
    ])
    const { rows } = await test.app.db.pool.query('select text from appeal where account_id = $1', [
      pair.mentor.id,
    ])
    expect(JSON.stringify(rows)).not.toContain(text)
  })

  it('is decided by another moderator, and lifts all that it is against', async () => {
    const pair = await world.pair()
    const token = await suspended(pair)
    ok(await raise(token))
    const { cases } = await world.list({ kind: 'appeal', search: pair.mentor.email })
    const id = cases[0]!._id
    const own = await world.decide(id, [{ kind: 'lift' }])
    expect([own.status, own.body.code]).toEqual([403, 'forbidden'])
    // A claim would keep it from whoever may.
    expect((await world.claim(id)).status).toBe(403)
    expect((await signIn(pair)).body.code).toBe('account_blocked')
    ok(
      await world.decide(
        id,
        [{ kind: 'lift' }],
        { reason: 'appeal_right', text: 'You are right.' },
        world.second,
      ),
    )
    expect((await signIn(pair)).status).toBe(200)
    const file = await test.call(api.cases.mentor, { params: { id: pair.mentor.id } }, world.moderator)
    expect(file.body).toMatchObject({ person: { isBlocked: false, suspendedUntil: null, warnings: 0 } })
    expect(ok(await read(token)).appeal.outcome).toBe('upheld')
    const [mail] = await outboxOf(test, pair.mentor.email)
    expect([mail!.subject, mail!.text]).toEqual([
      'Your account is no longer suspended',
      expect.stringContaining('You are right.'),
    ])
  })

  it('that is refused leaves everything as it is, and says so', async () => {
    const pair = await world.pair()
    const token = await suspended(pair)
    ok(await raise(token))
    const { cases } = await world.list({ kind: 'appeal', search: pair.mentor.email })
    ok(await world.decide(cases[0]!._id, [{ kind: 'dismiss' }], { reason: 'decision_stands' }, world.second))
    expect((await signIn(pair)).body.code).toBe('account_blocked')
    expect(ok(await read(token)).appeal.outcome).toBe('refused')
    expect((await outboxOf(test, pair.mentor.email))[0]!.text).toContain('The decision stands.')
  })

  it('is decided by the only moderator where there is no other', async () => {
    const alone = await startTestApp()
    try {
      const only = await makeCaseWorld(alone)
      await alone.app.db.pool.query('update account set is_blocked = true where id = $1', [only.second.id])
      const pair = await only.pair()
      const id = await only.raise(pair)
      ok(await only.decide(id, [{ kind: 'warn' }]))
      const mails = await outboxOf(alone, pair.mentor.email)
      const token = /\/appeal\?token=([\w-]+)/.exec(mails[0]!.text)![1]!
      ok(await alone.call(api.appeals.raise, { body: { token, text } }))
      const { cases } = await only.list({ kind: 'appeal' })
      expect(cases[0]!.isOthersToDecide).toBe(false)
      ok(await only.decide(cases[0]!._id, [{ kind: 'dismiss' }]))
    } finally {
      await alone.close()
    }
  })
})

describe('a sanction', () => {
  it('is lifted once, with a word, by whoever moderates', async () => {
    const pair = await world.pair()
    await suspended(pair)
    const file = async () =>
      ok(await test.call(api.cases.mentor, { params: { id: pair.mentor.id } }, world.moderator))
    const { sanctions } = await file()
    const lift = (id: string, who = world.second) =>
      test.call(api.cases.lift, { params: { id }, body: { text: 'It was a mistake.' } }, who)
    const of = (kind: string) => sanctions.find((one) => one.kind === kind)!._id
    const responses = await Promise.all([lift(of('suspend')), lift(of('suspend'), world.moderator)])
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(responses.find(({ status }) => status === 409)!.body).toMatchObject({ decidedBy: 'Moderator' })
    ok(await lift(of('warn')))
    expect(await file()).toMatchObject({
      person: { isBlocked: false, warnings: 0 },
      sanctions: [
        { isActive: false, liftText: 'It was a mistake.' },
        { isActive: false, liftText: 'It was a mistake.' },
      ],
    })
    expect((await lift((await newModerator(test)).id)).status).toBe(404)
    expect((await signIn(pair)).status).toBe(200)
  })
})

describe('who decides an appeal', () => {
  it('had no part in what is appealed, neither proposed nor confirmed it', async () => {
    const third = await newModerator(test)
    const pair = await world.pair()
    await test.app.db.pool.query('update payment set amount = 40000 where enrollment_id = $1', [
      pair.enrollmentId,
    ])
    const id = await world.raise(pair)
    const outcomes = [{ kind: 'refund', amount: 12_000 } as const, { kind: 'warn' } as const]
    expect((await world.decide(id, outcomes)).body.code).toBe('needs_second')
    ok(await world.decide(id, outcomes, {}, world.second))
    ok(await raise(await tokenMailedTo(pair.mentor.email)))
    const { cases } = await world.list({ kind: 'appeal', search: pair.mentor.email })
    const decide = (who: typeof third) => world.decide(cases[0]!._id, [{ kind: 'dismiss' }], {}, who)
    expect((await decide(world.moderator)).status).toBe(403)
    expect((await decide(world.second)).status).toBe(403)
    ok(await decide(third))
  })

  it('is not waited for where the others have not been here for a month', async () => {
    const pair = await world.pair()
    ok(await world.decide(await world.raise(pair), [{ kind: 'warn' }]))
    ok(await raise(await tokenMailedTo(pair.mentor.email)))
    const { cases } = await world.list({ kind: 'appeal', search: pair.mentor.email })
    const id = cases[0]!._id
    expect((await world.decide(id, [{ kind: 'dismiss' }])).status).toBe(403)
    const gone = "account_id in (select id from account where role = 'moderator' and id <> $1)"
    for (const table of ['known_device', 'login_session'])
      await test.app.db.pool.query(
        `update ${table} set last_seen_at = last_seen_at - interval '31 days' where ${gone}`,
        [world.moderator.id],
      )
    ok(await world.decide(id, [{ kind: 'dismiss' }]))
  })
})
