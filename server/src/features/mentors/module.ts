import type { Core } from '../../platform/core.ts'
import type { MailQueue } from '../../platform/mail/mail-queue.ts'
import type { EmailVerifications } from '../accounts/email-verifications.service.ts'
import type { LoginRateLimiter } from '../accounts/login-rate-limiter.service.ts'
import type { MailboxProofs } from '../accounts/mailbox-proofs.service.ts'
import type { Profiles } from '../accounts/profile.service.ts'
import type { FeedRequests } from '../availability/feed-requests.service.ts'
import type { Enrollments } from '../enrollments/enrollments.service.ts'
import type { MentorPrices } from '../enrollments/mentor-prices.service.ts'
import type { Images } from '../images/images.service.ts'
import type { CaseEvents } from '../moderators/case-events.service.ts'
import type { ModerationNotifications } from '../moderators/moderation-notifications.service.ts'
import type { ModeratorAlerts } from '../moderators/moderator-alerts.service.ts'
import type { Places } from '../places/places.service.ts'
import type { Reviews } from '../reviews/reviews.service.ts'
import type { SearchIndex } from '../search/search-index.service.ts'
import type { Consent } from '../site-pages/site-pages.service.ts'
import { createApplicationStatus } from './application-status.service.ts'
import { createApplications } from './applications.service.ts'
import { createChangedIdentities } from './changed-identities.service.ts'
import { mentorRoutes } from './mentors.routes.ts'
import { createMentors } from './mentors.service.ts'
import { mentorPersonalData } from './personal-data.ts'
import { createReapplications } from './reapplications.service.ts'

type Needs = Core & {
  mails: MailQueue
  emailVerifications: EmailVerifications
  loginRateLimiter: LoginRateLimiter
  mailboxProofs: MailboxProofs
  profiles: Profiles
  enrollments: Enrollments
  feedRequests: FeedRequests
  mentorPrices: MentorPrices
  images: Images
  places: Places
  caseEvents: CaseEvents
  moderationNotifications: ModerationNotifications
  moderatorAlerts: ModeratorAlerts
  consent: Consent
  reviews: Reviews
  searchIndex: SearchIndex
}

/** Mentors: how they apply, and what they say of themselves. */
export function createMentorsModule(needs: Needs) {
  const reapplications = createReapplications(needs)
  const changedIdentities = createChangedIdentities(needs)
  const mentors = createMentors({ ...needs, changedIdentities })
  const applications = createApplications({ ...needs, reapplications })
  const applicationStatus = createApplicationStatus({ ...needs, reapplications })
  return {
    service: { applicationStatus, reapplications },
    routes: mentorRoutes({ ...needs, mentors, applications, applicationStatus }),
    jobs: {
      'mentors:tell-changed-identity': ({ mentorId }: { mentorId: string }) =>
        changedIdentities.tell(mentorId),
    },
    personalData: mentorPersonalData,
  }
}
