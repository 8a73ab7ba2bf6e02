import { api } from '@marga/contract/api'
import type { Outcome } from '@marga/contract/outcomes'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { daysMs } from '../../platform/clock.ts'
import { type CaseWorld, makeCaseWorld } from '../../testing/case-world.ts'
import { countLockWaits } from '../../testing/lock-waits.ts'
import { outboxOf } from '../../testing/outbox.ts'
import { ok, testPassword } from '../../testing/people.ts'
import { expectFlagsOfSanctions, sanctionsOf } from '../../testing/sanctions.ts'
import type { Subscribed } from '../../testing/settled-sessions.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let test: TestApp
let world: CaseWorld
beforeAll(async () => {
  test = await startTestApp()
  world = await makeCaseWorld(test)
})
afterAll(() => test.close())

const signIn = ({ mentor }: Subscribed) =>
  test.call(api.accounts.loginMentor, { body: { email: mentor.email, password: testPassword } })
const tokenMailedTo = async (email: string) =>
  /\/appeal\?token=([\w-]+)/.exec((await outboxOf(test, email))[0]!.text)![1]!

describe('two sanctions of which one took the place of the other', () => {
  const suspend = async (pair: Subscribed, days: number) => {
    ok(await world.decide(await world.raise(pair), [{ kind: 'suspend', days }]))
    return tokenMailedTo(pair.mentor.email)
  }
  const uphold = async (pair: Subscribed, token: string) => {
    ok(await test.call(api.appeals.raise, { body: { token, text: 'It was about a book.' } }))
    const { cases } = await world.list({ kind: 'appeal', search: pair.mentor.email })
    const of = { reason: 'appeal_right', text: 'You are right.' } as const
    ok(await world.decide(cases[0]!._id, [{ kind: 'lift' }], of, world.second))
  }
  const activeOf = async ({ mentor }: Subscribed) =>
    (await sanctionsOf(test, world.moderator, mentor)).filter(({ isActive }) => isActive)
  const daysLeft = (endsAt: string | null) =>
    Math.round((Date.parse(endsAt!) - test.app.clock.now().getTime()) / daysMs(1))

  it('leave the later one with its own days when the earlier is lifted', async () => {
    const pair = await world.pair()
    const first = await suspend(pair, 80)
    await suspend(pair, 7)
    expect((await activeOf(pair)).map(({ endsAt }) => daysLeft(endsAt))).toEqual([80])
    await uphold(pair, first)
    expect((await activeOf(pair)).map(({ endsAt }) => daysLeft(endsAt))).toEqual([7])
    const [mail] = await outboxOf(test, pair.mentor.email)
    expect(mail!.subject).toBe('A decision about your account is taken back')
    expect(mail!.text).toContain('By another decision your account is suspended until')
    expect(mail!.text).not.toContain('You can sign in again')
    await expectFlagsOfSanctions(test)
  })

  it('are told apart from what is over: the earlier may stand again, and can be lifted', async () => {
    const pair = await world.pair()
    const token = await suspend(pair, 30)
    await suspend(pair, 7)
    const looksOf = async () =>
      (await sanctionsOf(test, world.moderator, pair.mentor)).map((one) => [
        one.isActive,
        one.isReplaced,
        one.canBeLifted,
      ])
    const read = async () => ok(await test.call(api.appeals.read, { body: { token } })).appeal.sanctions
    expect(await looksOf()).toEqual([
      [true, false, true],
      [false, true, true],
    ])
    expect(await read()).toMatchObject([{ kind: 'suspend', isActive: false, isReplaced: true }])
    await uphold(pair, token)
    expect(await looksOf()).toEqual([
      [true, false, true],
      [false, false, false],
    ])
    expect(await read()).toMatchObject([{ isActive: false, isReplaced: false }])
  })

  it('leave the later one with its own days when it comes while the earlier is being lifted', async () => {
    const pair = await world.pair()
    await suspend(pair, 80)
    const [first] = await activeOf(pair)
    const second = await world.raise(pair)
    const holding = await test.app.db.pool.connect()
    await holding.query('begin')
    await holding.query('select from account where id = $1 for no key update', [pair.mentor.id])
    const waits = () => countLockWaits(test.app.db.pool)
    const imposing = world.decide(second, [{ kind: 'suspend', days: 7 }])
    await expect.poll(waits).toBe(1)
    const params = { id: first!._id }
    const lifting = test.call(api.cases.lift, { params, body: { text: 'A mistake.' } }, world.second)
    await expect.poll(waits).toBe(2)
    await holding.query('commit')
    holding.release()
    ok(await imposing)
    ok(await lifting)
    expect((await activeOf(pair)).map(({ endsAt }) => daysLeft(endsAt))).toEqual([7])
    await expectFlagsOfSanctions(test)
  })

  it('leave the earlier one with what is left of it when the later is lifted', async () => {
    const pair = await world.pair()
    await suspend(pair, 30)
    ok(await world.decide(await world.raise(pair), [{ kind: 'block' }]))
    expect((await activeOf(pair)).map(({ kind }) => kind)).toEqual(['block'])
    const [block] = await activeOf(pair)
    const body = { text: 'The block was a mistake.' }
    ok(await test.call(api.cases.lift, { params: { id: block!._id }, body }, world.second))
    expect((await activeOf(pair)).map(({ kind, endsAt }) => [kind, daysLeft(endsAt)])).toEqual([
      ['suspend', 30],
    ])
    expect((await signIn(pair)).body.code).toBe('account_blocked')
    await expectFlagsOfSanctions(test)
    // Each of a chain by itself.
    const [suspended] = await activeOf(pair)
    ok(await test.call(api.cases.lift, { params: { id: suspended!._id }, body }, world.second))
    expect((await signIn(pair)).status).toBe(200)
    await expectFlagsOfSanctions(test)
  })
})

it('of three that took each other’s place, the first stands when the two after it are lifted', async () => {
  const pair = await world.pair()
  const impose = async (outcome: Outcome) => ok(await world.decide(await world.raise(pair), [outcome]))
  await impose({ kind: 'suspend', days: 80 })
  await impose({ kind: 'suspend', days: 7 })
  await impose({ kind: 'block' })
  const all = await sanctionsOf(test, world.moderator, pair.mentor)
  const lift = async (id: string) =>
    ok(await test.call(api.cases.lift, { params: { id }, body: { text: 'A mistake.' } }, world.second))
  const [block, second, first] = all
  await lift(second!._id)
  await lift(block!._id)
  const active = (await sanctionsOf(test, world.moderator, pair.mentor)).filter(({ isActive }) => isActive)
  expect(active.map(({ _id }) => _id)).toEqual([first!._id])
  await expectFlagsOfSanctions(test)
})
