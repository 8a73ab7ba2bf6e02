import type { ContactForm } from '@marga/contract/contact'
import { limits } from '@marga/contract/limits'
import type { AttemptLimiter } from '../../platform/attempt-limiter.ts'
import { hoursMs, minutesMs } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { MailQueue } from '../../platform/mail/mail-queue.ts'
import type { Contact } from '../installation/contact.service.ts'
import { contactMail } from './contact-form.mails.ts'

type Deps = { db: Database; mails: Pick<MailQueue, 'add'>; contact: Contact; attempts: AttemptLimiter }

const limit = { max: limits.contactMessagesByAddress, windowMs: hoursMs(1) }

export const createContactForms = ({ db, mails, contact, attempts }: Deps) => ({
  /**
   * What is beyond a few an hour is read later, the oldest first: one address must not fill that queue.
   * @throws AppError not_configured, rate_limited
   */
  async send(form: ContactForm, address: string): Promise<void> {
    await attempts.spend(['contact', 'address', address], limit).catch(sayWhen)
    await db.transact(async (tx) => {
      const operator = await contact.address(tx)
      if (!operator) throw new AppError('not_configured')
      // The operator gave the address, or is the one who signs in with it.
      const to = { id: null, email: operator, isEmailVerified: true }
      await mails.add(tx, { to, kind: 'contact-message', content: contactMail(form) })
    })
  },
})
export type ContactForms = ReturnType<typeof createContactForms>

/** For people who cannot sign in, and who may not be the ones who have written so much. */
function sayWhen(error: unknown): never {
  if (!(error instanceof AppError) || error.code !== 'rate_limited') throw error
  const { retryAfterSeconds = 60 } = error
  const minutes = Math.ceil((retryAfterSeconds * 1000) / minutesMs(1))
  const when = minutes === 1 ? 'in a minute' : `in ${minutes} minutes`
  throw new AppError('rate_limited', {
    message: `We have had several messages from your network. You can send the next one ${when}.`,
    retryAfterSeconds,
  })
}
