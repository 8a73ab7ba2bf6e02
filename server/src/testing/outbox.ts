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
