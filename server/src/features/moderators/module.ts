import type { Core } from '../../platform/core.ts'
import type { MailQueue } from '../../platform/mail/mail-queue.ts'
import type { Realtime } from '../../platform/realtime.ts'
import type { MailRecipients } from '../accounts/mail-recipients.service.ts'
import type { Contact } from '../installation/contact.service.ts'
import type { Notifications } from '../notifications/notifications.service.ts'
import { createAudit } from './audit.service.ts'
import { createModerationNotifications } from './moderation-notifications.service.ts'
import { createModerators } from './moderators.service.ts'

type Needs = Core & {
  realtime: Realtime
  mails: MailQueue
  recipients: MailRecipients
  notifications: Notifications
  contact: Contact
}

/** Who moderates, what they have decided, and who hears of it. */
export function createModeratorsModule(needs: Needs) {
  const moderators = createModerators()
  const moderationNotifications = createModerationNotifications({ ...needs, moderators })
  return { service: { moderators, audit: createAudit(needs), moderationNotifications } }
}
