import { api } from '@marga/contract/api'
import { limits } from '@marga/contract/limits'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newMentor, newModerator, ok, type TestPerson, testPassword } from '../../testing/people.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let test: TestApp
let mentor: TestPerson
let other: TestPerson
beforeAll(async () => {
  test = await startTestApp()
  const moderator = await newModerator(test)
  mentor = await newMentor(test, moderator)
  other = await newMentor(test, moderator)
})
afterAll(() => test.close())

const list = (of: TestPerson, by = of) =>
  test.call(api.savedReplies.list, { params: { mentorId: of.id } }, by)
const save = (savedReplies: string[], of = mentor, by = of) =>
  test.call(api.savedReplies.save, { params: { mentorId: of.id }, body: { savedReplies } }, by)

it('keeps a mentor’s replies in their order, on the account, and takes the place of those before', async () => {
  expect(ok(await list(mentor)).savedReplies).toEqual([])
  expect(ok(await save(['Send me the code.', 'Book an hour.'])).savedReplies).toHaveLength(2)
  ok(await save(['Book an hour.', 'Well done!']))
  expect(ok(await list(mentor)).savedReplies).toEqual(['Book an hour.', 'Well done!'])
  expect(ok(await list(other)).savedReplies).toEqual([])
})

it('neither shows nor changes those of another mentor', async () => {
  expect((await list(mentor, other)).status).toBe(403)
  expect((await save(['Mine now'], mentor, other)).status).toBe(403)
  expect(ok(await list(mentor)).savedReplies).toEqual(['Book an hour.', 'Well done!'])
})

it('refuses blank ones, the same twice, and more than there is room for', async () => {
  expect((await save(['  '])).status).toBe(400)
  expect((await save(['Yes', 'Yes'])).status).toBe(400)
  const many = Array.from({ length: limits.savedRepliesMax + 1 }, (_, index) => `Reply ${index}`)
  expect((await save(many)).status).toBe(400)
  expect((await save(many.slice(1))).status).toBe(200)
})

it('goes into the export, and away with the account', async () => {
  ok(await save(['Only I write this.']))
  const taken = ok(await test.call(api.accountSettings.mentor.export, {}, mentor))
  expect(JSON.stringify(taken)).toContain('Only I write this.')
  expect((taken as Record<string, unknown>).savedReplies).toMatchObject({ texts: ['Only I write this.'] })
  ok(await test.call(api.accountSettings.mentor.deleteAccount, { body: { password: testPassword } }, mentor))
  const { rows } = await test.app.db.pool.query('select 1 from saved_reply where account_id = $1', [
    mentor.id,
  ])
  expect(rows).toEqual([])
})
