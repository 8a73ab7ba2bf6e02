import type { Core } from '../../platform/core.ts'
import type { MailQueue } from '../../platform/mail/mail-queue.ts'
import type { PersonalData } from '../../platform/personal-data.ts'
import type { LoginSessions } from '../accounts/login-sessions.service.ts'
import type { OwnPassword } from '../accounts/own-password.service.ts'
import { createDataExport } from './data-export.service.ts'
import { createErasure } from './erasure.service.ts'
import { privacyRoutes } from './privacy.routes.ts'

type Needs = Core & {
  mails: MailQueue
  loginSessions: LoginSessions
  ownPassword: OwnPassword
  /** Of every feature that holds something about people, in the order in which it is erased. */
  personalData: readonly PersonalData[]
}

/** All that is held about one person: to take away, and to erase. */
export function createPrivacyModule(needs: Needs) {
  return {
    routes: privacyRoutes({
      erasure: createErasure(needs),
      dataExport: createDataExport(needs),
    }),
  }
}
