import { api } from '@marga/contract/api'
import { mentorForm, newApplicant, ok, type TestPerson } from './people.ts'
import type { TestApp } from './test-app.ts'

/** Newest first. */
export const mailsTo = async (test: TestApp, email: string) =>
  (await test.request('GET', `/sandbox/mail.json?to=${encodeURIComponent(email)}`)).body as unknown as {
    subject: string
    text: string
  }[]

/** An application that waits, with the token of its mail. */
export async function newApplication(test: TestApp, moderator: TestPerson, form = mentorForm()) {
  const mentorId = await newApplicant(test, moderator, form)
  const [mail] = await mailsTo(test, form.email)
  const token = /auth\/application\?token=([\w-]+)/.exec(mail!.text)![1]!
  const { id: applicationId } = await test.app.db.query
    .selectFrom('application')
    .select('id')
    .where('mentorId', '=', mentorId)
    .executeTakeFirstOrThrow()
  return { mentorId, applicationId, email: form.email, token }
}

/** As the applicant sees it. */
export const statusOf = async (test: TestApp, token: string) =>
  ok(await test.call(api.mentors.applicationStatus, { body: { token } })).application
