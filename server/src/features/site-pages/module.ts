import { join } from 'node:path'
import { createAttemptLimiter } from '../../platform/attempt-limiter.ts'
import type { Core } from '../../platform/core.ts'
import type { MailQueue } from '../../platform/mail/mail-queue.ts'
import type { Contact } from '../installation/contact.service.ts'
import { createContactForms } from './contact-form.service.ts'
import type { Operator } from './default-pages.ts'
import { sitePageRoutes } from './site-pages.routes.ts'
import { createConsent, createSitePages } from './site-pages.service.ts'

type Needs = Core & {
  contact: Contact
  mails: MailQueue
  dataDir: string
  operator: Omit<Operator, 'contactEmail'>
  rateLimitFactor: number
}

/** Terms, privacy and what else the law asks of an operator. */
export function createSitePagesModule(needs: Needs) {
  const deps = { ...needs, folder: join(needs.dataDir, 'pages') }
  const attempts = createAttemptLimiter({ ...needs, clock: needs.realClock, factor: needs.rateLimitFactor })
  const sitePages = createSitePages(deps)
  return {
    service: { consent: createConsent(deps) },
    routes: sitePageRoutes({ sitePages, contactForms: createContactForms({ ...needs, attempts }) }),
  }
}
