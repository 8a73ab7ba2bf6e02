import type { Core } from '../../platform/core.ts'
import type { MailQueue } from '../../platform/mail/mail-queue.ts'
import type { LoginSessions } from '../accounts/login-sessions.service.ts'
import type { EarlyEndings } from '../enrollments/early-endings.service.ts'
import type { FailedRefunds } from '../enrollments/failed-refunds.service.ts'
import type { MentorPrices } from '../enrollments/mentor-prices.service.ts'
import type { SubscriptionNotifications } from '../enrollments/subscription-notifications.service.ts'
import type { Reapplications } from '../mentors/reapplications.service.ts'
import type { Audit } from '../moderators/audit.service.ts'
import type { ModerationNotifications } from '../moderators/moderation-notifications.service.ts'
import type { SearchIndex } from '../search/search-index.service.ts'
import type { SlotRelease } from '../slots/slot-release.service.ts'
import { createApplicants } from './applicants.service.ts'
import { createBlockPreviews } from './block-previews.service.ts'
import { createBlocking } from './blocking.service.ts'
import { moderationRoutes } from './moderation.routes.ts'
import { createPeople } from './people.service.ts'

type Needs = Core & {
  mails: MailQueue
  loginSessions: LoginSessions
  earlyEndings: EarlyEndings
  failedRefunds: FailedRefunds
  mentorPrices: MentorPrices
  subscriptionNotifications: SubscriptionNotifications
  reapplications: Reapplications
  audit: Audit
  moderationNotifications: ModerationNotifications
  searchIndex: SearchIndex
  slotRelease: SlotRelease
}

/** What moderators decide: who becomes a mentor, and who is blocked. */
export function createModerationModule(needs: Needs) {
  const blocking = createBlocking(needs)
  const people = createPeople(needs)
  return {
    service: { blocking, people },
    routes: moderationRoutes({
      ...needs,
      applicants: createApplicants(needs),
      blocking,
      people,
      blockPreviews: createBlockPreviews(needs),
    }),
  }
}
