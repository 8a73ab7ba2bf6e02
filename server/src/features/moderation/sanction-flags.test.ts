import { api } from '@marga/contract/api'
import type { Outcome } from '@marga/contract/outcomes'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newModerator, ok, type TestPerson } from '../../testing/people.ts'
import { decideTicket, expectFlagsOfSanctions, raiseTicket, sanctionsOf } from '../../testing/sanctions.ts'
import { seededRandom } from '../../testing/seeded-random.ts'
import { hourMs, passTime, type Subscribed, subscribedPair } from '../../testing/settled-sessions.ts'
import { signIn } from '../../testing/surfaces.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let test: TestApp
let moderator: TestPerson
beforeAll(async () => {
  test = await startTestApp()
  moderator = await newModerator(test)
})
afterAll(() => test.close())

type Role = 'mentee' | 'mentor'
type Scene = { pair: Subscribed; role: Role; random: () => number }

function pick<T>(random: () => number, from: readonly T[]): T {
  return from[Math.floor(random() * from.length)]!
}

/** The other signs in again where a decision before has shut them out, or cannot: then they raise nothing. */
async function decide({ pair, role, random }: Scene) {
  const days = 1 + Math.floor(random() * 4)
  const outcome = pick<Outcome>(random, [
    { kind: 'warn' },
    { kind: 'restrict', days },
    { kind: 'suspend', days },
    { kind: 'block' },
  ])
  const id = await raiseTicket(test, pair[role === 'mentor' ? 'mentee' : 'mentor'], pair[role])
  ok(await decideTicket(test, moderator, id, { outcomes: [outcome] }))
  return JSON.stringify(outcome)
}

async function lift({ pair, role, random }: Scene) {
  const active = (await sanctionsOf(test, moderator, pair[role])).filter(({ isActive }) => isActive)
  if (active.length === 0) return 'nothing to lift'
  const { _id, kind } = pick(random, active)
  ok(await test.call(api.cases.lift, { params: { id: _id }, body: { text: 'So be it.' } }, moderator))
  return `lift ${kind}`
}

async function wait({ random }: Scene) {
  const hours = 1 + Math.floor(random() * 60)
  await passTime(test, hours * hourMs)
  await test.app.jobHandlers['sanctions:sweep']({})
  return `wait ${hours} h`
}

/** By the call of the release before, which may find that it is so already. */
async function change({ pair, role, random }: Scene) {
  const isBlocked = random() < 0.5
  const { status } = await test.request(
    'PATCH',
    `/api/moderator/${role}s_status_change`.replace('mentors', 'mentor'),
    {
      body: { [`${role}Id`]: pair[role].id, isBlocked },
      token: moderator.token,
    },
  )
  expect([200, 409]).toContain(status)
  return `old call ${isBlocked}`
}

/** As a process of the release before writes it. */
async function setFlag({ pair, role, random }: Scene) {
  const isBlocked = random() < 0.5
  await test.app.db.pool.query('update account set is_blocked = $2 where id = $1', [pair[role].id, isBlocked])
  return `old flag ${isBlocked}`
}

const steps = [decide, decide, lift, wait, change, setFlag]

describe('what every surface asks of an account', () => {
  it.each([1, 2, 3, 4, 5, 6])('is what its sanctions say, whatever happens to it (%i)', async (seed) => {
    const pair = await subscribedPair(test, moderator)
    const scene: Scene = { pair, role: seed % 2 ? 'mentor' : 'mentee', random: seededRandom(seed) }
    const done: string[] = []
    for (let no = 0; no < 15; no++) {
      done.push(await pick(scene.random, steps)(scene))
      await expectFlagsOfSanctions(test).catch((error: Error) => {
        throw new Error(`${error.message}\nafter ${done.join(', ')}`)
      })
      await expectSignIn(scene, done)
    }
  })
})

/** Whoever is suspended or blocked does not get in, everyone else does. */
async function expectSignIn({ pair, role }: Scene, done: readonly string[]) {
  const kinds = (await sanctionsOf(test, moderator, pair[role])).flatMap(({ kind, isActive }) =>
    isActive ? [kind] : [],
  )
  const isIn = await signIn(test, pair[role]).then(
    () => true,
    () => false,
  )
  expect([done, isIn]).toEqual([done, !kinds.includes('suspend') && !kinds.includes('block')])
  expect([done, kinds.length]).toEqual([done, new Set(kinds).size])
}
