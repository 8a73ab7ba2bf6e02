import { api } from '@marga/contract/api'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newModerator } from '../../testing/people.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())

const form = { name: 'Asha Rao', email: 'asha@example.com', text: 'I cannot sign in.\n\n<b>Please</b> help.' }
const send = (changes: Partial<typeof form> = {}) =>
  test.call(api.contact.send, { body: { ...form, ...changes } })
const mails = () =>
  test.app.db.query.selectFrom('mail').selectAll().where('kind', '=', 'contact-message').execute()

it('is refused while there is no one who could read it', async () => {
  const { status, body } = await send()
  expect([status, body.code]).toEqual([404, 'not_configured'])
  expect(await mails()).toEqual([])
})

it('reaches the operator with who wrote it, without anyone being signed in', async () => {
  const moderator = await newModerator(test)
  expect((await send()).status).toBe(201)
  const [mail, ...others] = await mails()
  expect(others).toEqual([])
  expect(mail!.recipient).toBe(moderator.email)
  const content = JSON.stringify(mail)
  for (const part of ['Asha Rao (asha@example.com)', 'I cannot sign in.', '<b>Please</b> help.'])
    expect(content).toContain(part)
})

it.each([
  [{ name: ' ' }, 'name', 'Tell us your name.'],
  [{ email: 'nowhere' }, 'email', 'Invalid email'],
  [{ text: ' ' }, 'text', 'Tell us what happened.'],
  [{ text: 'x'.repeat(4001) }, 'text', 'Use at most 4000 characters.'],
])('is refused under its field: %#', async (changes, field, message) => {
  const before = (await mails()).length
  const { status, body } = await send(changes)
  expect([status, body.fields]).toEqual([400, { [field]: message }])
  expect((await mails()).length).toBe(before)
})
