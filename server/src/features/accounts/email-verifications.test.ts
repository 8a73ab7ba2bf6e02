import { api } from '@marga/contract/api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { outboxWith } from '../../testing/outbox.ts'
import { menteeForm, newMentee, newMentor, newModerator, ok } from '../../testing/people.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())

const links = (email: string) => outboxWith(test, email, 'Please confirm your email')
const tokenIn = (text: string) => /token=([\w-]+)/.exec(text)![1]!
const { verifyEmail, sendVerification } = api.accountSettings.mentee

describe('after registration', () => {
  it('a mentee is mailed the link that confirms the address', async () => {
    const mentee = await newMentee(test)
    const mails = await links(mentee.email)
    expect(mails).toHaveLength(1)
    ok(await test.call(verifyEmail, { body: { token: tokenIn(mails[0]!.text) } }))
    const params = { menteeId: mentee.id }
    const profile = ok(await test.call(api.accountSettings.menteeProfile, { params }, mentee))
    expect(profile.menteeProfileDetails.isEmailVerified).toBe(true)
  })

  it('nothing is mailed when the registration is refused', async () => {
    const mentee = await newMentee(test)
    const again = await test.call(api.accounts.registerMentee, { body: menteeForm(mentee.email) })
    expect(again.status).toBe(409)
    expect(await links(mentee.email)).toHaveLength(1)
  })

  it('a mentor sees that the address is not confirmed, asks for the mail and confirms it', async () => {
    const mentor = await newMentor(test, await newModerator(test))
    const own = async () => {
      const { profileData } = ok(
        await test.call(api.mentors.ownProfile, { params: { ownId: mentor.id } }, mentor),
      )
      return profileData.isEmailVerified
    }
    expect(await own()).toBe(false)
    ok(await test.call(api.accountSettings.mentor.sendVerification, {}, mentor))
    const [mail] = await links(mentor.email)
    expect(mail!.text).toContain('role=mentor')
    ok(await test.call(api.accountSettings.mentor.verifyEmail, { body: { token: tokenIn(mail!.text) } }))
    expect(await own()).toBe(true)
  })

  it('a link that is asked for again replaces the first', async () => {
    const mentee = await newMentee(test)
    ok(await test.call(sendVerification, {}, mentee))
    const [second, first] = await links(mentee.email)
    const refused = await test.call(verifyEmail, { body: { token: tokenIn(first!.text) } })
    expect(refused.body.code).toBe('invalid_token')
    ok(await test.call(verifyEmail, { body: { token: tokenIn(second!.text) } }))
  })
})
