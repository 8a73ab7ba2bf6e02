import { api } from '@marga/contract/api'
import type { MemberRole } from '@marga/contract/roles'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type CaseWorld, makeCaseWorld } from '../../testing/case-world.ts'
import { outboxOf } from '../../testing/outbox.ts'
import { ok, type TestPerson } from '../../testing/people.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let test: TestApp
let world: CaseWorld
beforeAll(async () => {
  test = await startTestApp()
  world = await makeCaseWorld(test)
})
afterAll(() => test.close())

/** Newest first, as the person’s page tells it. */
async function actsAbout(role: MemberRole, { id }: TestPerson) {
  const endpoint = role === 'mentee' ? api.cases.mentee : api.cases.mentor
  const { acts } = ok(await test.call(endpoint, { params: { id } }, world.moderator))
  return acts.map(({ action, about, subjectId }) => ({ action, about: about?._id, subjectId }))
}

/** @returns the id of the case */
async function appealOf({ email }: TestPerson) {
  const mails = await outboxOf(test, email)
  const token = mails.map((mail) => /\/appeal\?token=([\w-]+)/.exec(mail.text)?.[1]).find(Boolean)!
  ok(await test.call(api.appeals.raise, { body: { token, text: 'It was about a book.' } }))
  return (await world.list({ kind: 'appeal' })).cases[0]!._id
}

it('a person’s page has what moderators did in the cases about them, and not in those that they raised', async () => {
  const pair = await world.pair()
  const [dismissed, warned] = [await world.raise(pair), await world.raise(pair)]
  await world.decide(dismissed, [{ kind: 'dismiss' }])
  await world.decide(warned, [{ kind: 'warn' }])
  const appeal = await appealOf(pair.mentor)
  await world.file(appeal, world.second)
  ok(await world.decide(appeal, [{ kind: 'dismiss' }], { text: 'It was about money.' }, world.second))
  const about = pair.mentor.id
  const acts = await actsAbout('mentor', pair.mentor)
  expect(acts.filter(({ action }) => !['accept', 'stage', 'check'].includes(action))).toEqual([
    { action: 'dismiss', about, subjectId: appeal },
    { action: 'action', about, subjectId: warned },
    { action: 'warn', about, subjectId: about },
    { action: 'dismiss', about, subjectId: dismissed },
  ])
  expect(await actsAbout('mentee', pair.mentee)).toEqual([])
})
