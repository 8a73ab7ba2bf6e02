import { api } from '@marga/contract/api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { outboxWith } from '../../testing/outbox.ts'
import { newMentee, newModerator, ok, testPassword } from '../../testing/people.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

const firefox = 'Mozilla/5.0 (Windows NT 10.0; rv:121.0) Gecko/20100101 Firefox/121.0'
const newerFirefox = firefox.replaceAll('121.0', '122.0')
const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) Version/17.1 Mobile Safari/605.1.15'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())

const noticesTo = (email: string) => outboxWith(test, email, 'New sign-in')
const signIn = (email: string, device: string) =>
  test
    .call(
      api.accounts.loginMentee,
      { body: { email, password: testPassword } },
      { headers: { 'user-agent': device } },
    )
    .then(ok)

describe('a sign-in from a device that was not seen before', () => {
  it('is mailed to the owner once, but not the first of all', async () => {
    const { email } = await newMentee(test)
    expect(await noticesTo(email)).toEqual([])
    await signIn(email, firefox)
    await signIn(email, newerFirefox)
    const [mail, ...more] = await noticesTo(email)
    expect([mail!.subject, more]).toEqual(['New sign-in: Firefox on Windows', []])
    expect(mail!.text).toContain('http://localhost:3999/mentees/settings')
    expect(mail!.html).not.toContain('/api/unsubscribe/')
    await signIn(email, phone)
    expect((await noticesTo(email)).map(({ subject }) => subject)).toEqual([
      'New sign-in: Safari on iPhone',
      'New sign-in: Firefox on Windows',
    ])
  })

  it('is mailed once when it signs in twice at the same time', async () => {
    const { email } = await newMentee(test)
    await Promise.all([signIn(email, phone), signIn(email, phone), signIn(email, phone)])
    expect(await noticesTo(email)).toHaveLength(1)
  })

  it('is mailed even to somebody who has switched every mail off, and to moderators', async () => {
    const mentee = await newMentee(test)
    const email = { messages: false, bookings: false, reminders: false, payments: false, reviews: false }
    ok(
      await test.call(
        api.accountSettings.mentee.editPreferences,
        { params: { ownId: mentee.id }, body: { email } },
        mentee,
      ),
    )
    await signIn(mentee.email, firefox)
    expect(await noticesTo(mentee.email)).toHaveLength(1)
    const moderator = await newModerator(test)
    const body = { email: moderator.email, password: testPassword }
    ok(await test.call(api.accounts.loginModerator, { body }, { headers: { 'user-agent': phone } }))
    expect((await noticesTo(moderator.email))[0]!.text).toContain('/moderator/settings')
  })

  it('is not mailed for a wrong password', async () => {
    const { email } = await newMentee(test)
    const body = { email, password: 'not the password at all' }
    await test.call(api.accounts.loginMentee, { body }, { headers: { 'user-agent': phone } })
    expect(await noticesTo(email)).toEqual([])
  })
})
