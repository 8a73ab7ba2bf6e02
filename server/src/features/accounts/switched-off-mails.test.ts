import { api } from '@marga/contract/api'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { newMentee, ok, type TestPerson } from '../../testing/people.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let test: TestApp
let mentee: TestPerson
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())
beforeEach(async () => {
  mentee = await newMentee(test)
})

const linkOf = async (kind: 'bookings' | 'reviews') => {
  const { recipients } = test.app
  return (await recipients.find(test.app.db.query, [mentee.id], kind)).get(mentee.id)!.unsubscribeUrl
}

/** A mail that was held back for a digest, which is due. */
const hold = (subject: string, unsubscribeUrl: string) =>
  test.app.db.pool.query(
    `insert into mail (id, recipient, account_id, kind, subject, content, attachments, created_at, held_at, unsubscribe_url)
     values (gen_random_uuid(), $1, $2, 'booked', $3,
       '{"subject":"","preview":"","greeting":"Dear Asha,","paragraphs":["Something happened."]}', '[]',
       now() - interval '1 hour', now() - interval '1 hour', $4)`,
    [mentee.email, mentee.id, subject, unsubscribeUrl],
  )
async function digests() {
  await test.app.jobHandlers['mail:digest']({})
  const { rows } = await test.app.db.pool.query<{ content: object }>(
    `select content from mail where kind = 'digest' and account_id = $1`,
    [mentee.id],
  )
  return JSON.stringify(rows)
}

it('who has ended mails of a kind by their link gets none of those that were held back, either', async () => {
  const bookings = await linkOf('bookings')
  await hold('Booked', bookings)
  await hold('A review', await linkOf('reviews'))
  expect((await test.request('POST', new URL(bookings).pathname)).status).toBe(200)
  const told = await digests()
  expect(told).toContain('A review')
  expect(told).not.toContain('Booked')
})

it('nor who has switched them off in the settings', async () => {
  await hold('Booked', await linkOf('bookings'))
  const input = { params: { ownId: mentee.id }, body: { email: { bookings: false } } }
  ok(await test.call(api.accountSettings.mentee.editPreferences, input, mentee))
  expect(await digests()).not.toContain('Booked')
})
