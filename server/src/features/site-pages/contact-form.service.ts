import type { ContactForm } from '@marga/contract/contact'
import type { Database } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { MailQueue } from '../../platform/mail/mail-queue.ts'
import type { Contact } from '../installation/contact.service.ts'
import { contactMail } from './contact-form.mails.ts'

type Deps = { db: Database; mails: Pick<MailQueue, 'add'>; contact: Contact }

export const createContactForms = ({ db, mails, contact }: Deps) => ({
  /** @throws AppError not_configured */
  send: (form: ContactForm): Promise<void> =>
    db.transact(async (tx) => {
      const address = await contact.address(tx)
      if (!address) throw new AppError('not_configured')
      // The operator gave the address, or is the one who signs in with it.
      const to = { id: null, email: address, isEmailVerified: true }
      await mails.add(tx, { to, kind: 'contact-message', content: contactMail(form) })
    }),
})
export type ContactForms = ReturnType<typeof createContactForms>
