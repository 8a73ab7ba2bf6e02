import { api } from '@marga/contract/api'
import { limits } from '@marga/contract/limits'
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

it('takes a few in an hour from one address, says when it takes the next, and takes those of others', async () => {
  const env = { RATE_LIMIT_FACTOR: '1', TRUSTED_PROXIES: '127.0.0.1' }
  const strict = await startTestApp({ env, sharing: test })
  const before = (await mails()).length
  const from = (address: string) =>
    strict.call(api.contact.send, { body: form }, { headers: { 'x-forwarded-for': address } })
  for (let n = 0; n < limits.contactMessagesByAddress; n++)
    expect((await from('203.0.113.1')).status).toBe(201)
  const { status, body, headers } = await from('203.0.113.1')
  expect([status, body.code]).toEqual([429, 'rate_limited'])
  expect(body.message).toMatch(
    /^We have had several messages from your network\. You can send the next one in (60|59) minutes\.$/,
  )
  expect(Number(headers['retry-after'])).toBeGreaterThan(3_500)
  expect((await mails()).length).toBe(before + limits.contactMessagesByAddress)
  expect((await from('203.0.113.2')).status).toBe(201)
  strict.clock.advance(3_600_000)
  expect((await from('203.0.113.1')).status).toBe(201)
  await strict.close()
})
