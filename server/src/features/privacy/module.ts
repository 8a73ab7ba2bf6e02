import type { Core } from '../../platform/core.ts'
import type { MailQueue } from '../../platform/mail/mail-queue.ts'
import type { PersonalData } from '../../platform/personal-data.ts'
import type { LoginSessions } from '../accounts/login-sessions.service.ts'
import type { OwnPassword } from '../accounts/own-password.service.ts'
import type { People } from '../moderation/people.service.ts'
import type { Audit } from '../moderators/audit.service.ts'
import type { Slots } from '../slots/slots.service.ts'
import type { Tickets } from '../tickets/tickets.service.ts'
import { createDataExport } from './data-export.service.ts'
import { createErasure } from './erasure.service.ts'
import { privacyRoutes } from './privacy.routes.ts'
import { createUserDossiers } from './user-dossier.service.ts'

type Needs = Core & {
  mails: MailQueue
  loginSessions: LoginSessions
  ownPassword: OwnPassword
  people: People
  audit: Audit
  slots: Slots
  tickets: Tickets
  /** Of every feature that holds something about people, in the order in which it is erased. */
  personalData: readonly PersonalData[]
}

/** All that is held about one person: to take away, to erase, and for a moderator's decision. */
export function createPrivacyModule(needs: Needs) {
  return {
    routes: privacyRoutes({
      erasure: createErasure(needs),
      dataExport: createDataExport(needs),
      userDossiers: createUserDossiers(needs),
    }),
  }
}
