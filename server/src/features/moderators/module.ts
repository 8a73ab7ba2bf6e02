import { createAttemptLimiter } from '../../platform/attempt-limiter.ts'
import type { Core } from '../../platform/core.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { MailQueue } from '../../platform/mail/mail-queue.ts'
import type { Realtime } from '../../platform/realtime.ts'
import type { Accounts } from '../accounts/accounts.service.ts'
import type { LoginSessions } from '../accounts/login-sessions.service.ts'
import type { MailRecipients } from '../accounts/mail-recipients.service.ts'
import type { OwnPassword } from '../accounts/own-password.service.ts'
import type { Contact } from '../installation/contact.service.ts'
import type { Notifications } from '../notifications/notifications.service.ts'
import { createAudit } from './audit.service.ts'
import { createCaseEvents } from './case-events.service.ts'
import { createInvitations } from './invitations.service.ts'
import { createLeaving } from './leaving.service.ts'
import { createModerationNotifications } from './moderation-notifications.service.ts'
import { createModeratorAlerts } from './moderator-alerts.service.ts'
import { moderatorRoutes } from './moderators.routes.ts'
import { createModerators } from './moderators.service.ts'

type Needs = Core & {
  rateLimitFactor: number
  realtime: Realtime
  mails: MailQueue
  accounts: Accounts
  loginSessions: LoginSessions
  ownPassword: OwnPassword
  recipients: MailRecipients
  notifications: Notifications
  contact: Contact
  eraseAccount: (tx: Tx, accountId: string) => Promise<void>
}

/** Who moderates, what they have decided, and who hears of it. */
export function createModeratorsModule(needs: Needs) {
  const moderators = createModerators(needs)
  const moderationNotifications = createModerationNotifications({ ...needs, moderators })
  const audit = createAudit(needs)
  const invitations = createInvitations({
    ...needs,
    audit,
    moderationNotifications,
    attempts: createAttemptLimiter({ ...needs, factor: needs.rateLimitFactor }),
  })
  const leaving = createLeaving({ ...needs, audit })
  return {
    service: {
      moderators,
      moderatorAlerts: createModeratorAlerts({ ...needs, moderators }),
      audit,
      caseEvents: createCaseEvents(needs),
      moderationNotifications,
      leaving,
    },
    routes: moderatorRoutes({ invitations, leaving }),
    daily: [invitations.deleteExpired],
  }
}
