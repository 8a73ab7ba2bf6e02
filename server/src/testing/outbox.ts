import type { Attachment } from '../platform/mail/mail.ts'
import type { TestApp } from './test-app.ts'

export type OutboxMail = {
  to: string
  subject: string
  text: string
  html: string
  attachments: Attachment[]
}

/** What was written to somebody, newest first, as the demo's outbox shows it. */
export async function outboxOf(test: TestApp, email: string): Promise<OutboxMail[]> {
  const { body } = await test.request('GET', `/sandbox/mail.json?to=${encodeURIComponent(email)}`)
  return body as unknown as OutboxMail[]
}

/** Of them, those whose subject begins like this. */
export const outboxWith = async (test: TestApp, email: string, subject: string) =>
  (await outboxOf(test, email)).filter((mail) => mail.subject.startsWith(subject))

/** The six digits of the newest code that was mailed to somebody. */
export async function codeMailedTo(test: TestApp, email: string): Promise<string> {
  const mail = (await outboxOf(test, email)).find(({ subject }) => subject.endsWith('is your code'))
  if (!mail) throw new Error(`no code was mailed to ${email}`)
  return mail.subject.slice(0, 6)
}
