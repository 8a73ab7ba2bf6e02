import { api } from '@marga/contract/api'
import { applicationLinkDays, reapplicationDays } from '@marga/contract/application-status'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { daysMs } from '../../platform/clock.ts'
import { outboxOf, outboxWith } from '../../testing/outbox.ts'
import { mentorForm, newApplicant, newModerator, ok, type TestPerson } from '../../testing/people.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let test: TestApp
let moderator: TestPerson
beforeAll(async () => {
  test = await startTestApp()
  moderator = await newModerator(test)
})
afterAll(() => test.close())

const minuteMs = 60_000
/** And back again: the moderator's session would end. */
async function later(ms: number, look: () => Promise<void>) {
  test.clock.advance(ms)
  try {
    await look()
  } finally {
    test.clock.advance(-ms)
  }
}
const register = (form: ReturnType<typeof mentorForm>, token?: string) =>
  test.call(api.mentors.register, { body: { ...form, ...(token ? { token } : {}) } })
const reject = async (mentorId: string) =>
  ok(await test.call(api.moderation.reject, { body: { mentorId, reason: 'Tell us more.' } }, moderator))
const tokenIn = (text: string) => /auth\/application\?token=([\w-]+)/.exec(text)![1]!

async function applied() {
  const form = mentorForm()
  const mentorId = await newApplicant(test, moderator, form)
  const [mail] = await outboxWith(test, form.email, 'We have received your application')
  return { form, mentorId, token: tokenIn(mail!.text) }
}
async function refused() {
  const applicant = await applied()
  await reject(applicant.mentorId)
  return applicant
}
const reapplyTokenOf = async (token: string) =>
  ok(await test.call(api.mentors.applicationStatus, { body: { token } })).application.reapplyToken

describe('the link to the page of an application', () => {
  it('ends 30 days after the decision, that of a later mail as well; undecided it goes on', async () => {
    const { form, mentorId, token } = await applied()
    const body = { mentorId, stage: 'info_wanted', text: 'Which firm?' } as const
    ok(await test.call(api.cases.stage, { body }, moderator))
    const [asked] = await outboxWith(test, form.email, 'A question about your application')
    const tokens = [token, tokenIn(asked!.text)]
    expect(new Set(tokens).size).toBe(2)
    const answers = () =>
      Promise.all(
        tokens.map(async (one) => {
          const { mentors } = api
          const status = await test.call(mentors.applicationStatus, { body: { token: one } })
          const again = await test.call(mentors.sendApplicantVerification, { body: { token: one } })
          const answer = { token: one, text: 'Rangoli.' }
          const answered = await test.call(mentors.answerAsApplicant, { body: answer })
          return [status.status, again.status, answered.status]
        }),
      )
    const both = (statuses: number[]) => [statuses, statuses]
    const endMs = daysMs(applicationLinkDays)
    await later(2 * endMs, async () => expect(await answers()).toEqual(both([200, 200, 200])))
    await reject(mentorId)
    await later(endMs - minuteMs, async () => expect(await answers()).toEqual(both([200, 200, 409])))
    await later(endMs + minuteMs, async () => expect(await answers()).toEqual(both([404, 404, 404])))
  })

  it('ends for an accepted mentor, too', async () => {
    const { mentorId, token } = await applied()
    ok(await test.call(api.moderation.accept, { body: { mentorId } }, moderator))
    const status = async () => (await test.call(api.mentors.applicationStatus, { body: { token } })).status
    expect(await status()).toBe(200)
    await later(daysMs(applicationLinkDays) + minuteMs, async () => expect(await status()).toBe(404))
  })
})

describe('what the page of a refused application gives to apply again', () => {
  it('is good for 14 days after the refusal, however late the page is opened', async () => {
    const { form, token } = await refused()
    const endMs = daysMs(reapplicationDays)
    let ofLateVisit = ''
    await later(endMs - minuteMs, async () => {
      ofLateVisit = (await reapplyTokenOf(token))!
    })
    await later(endMs + minuteMs, async () => {
      expect((await register(form, ofLateVisit)).body.code).toBe('invalid_token')
      expect(await reapplyTokenOf(token)).toBeNull()
      // The form is answered by a link to the mailbox, which has days of its own.
      await register(form)
      const again = /mentor-register\?again=([\w-]+)/.exec((await outboxOf(test, form.email))[0]!.text)![1]
      expect((await register(form, again)).status).toBe(201)
    })
  })

  it('sets a password once, also after another refusal', async () => {
    const { form, mentorId, token } = await refused()
    const [first, ofAnotherVisit] = [await reapplyTokenOf(token), await reapplyTokenOf(token)]
    ok(await register(form, first!))
    await reject(mentorId)
    const passwordHash = async () =>
      (await test.app.db.pool.query('select password_hash from account where id = $1', [mentorId])).rows
    const before = await passwordHash()
    for (const used of [first, ofAnotherVisit])
      expect((await register(form, used!)).body.code).toBe('invalid_token')
    expect(await passwordHash()).toEqual(before)
  })
})
