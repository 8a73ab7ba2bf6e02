import type { Core } from '../../platform/core.ts'
import type { MailQueue } from '../../platform/mail/mail-queue.ts'
import type { Realtime } from '../../platform/realtime.ts'
import type { LoginSessions } from '../accounts/login-sessions.service.ts'
import type { MailRecipients } from '../accounts/mail-recipients.service.ts'
import type { LayoutRequests } from '../availability/layout-requests.service.ts'
import type { EarlyEndings } from '../enrollments/early-endings.service.ts'
import type { FailedRefunds } from '../enrollments/failed-refunds.service.ts'
import type { MentorPrices } from '../enrollments/mentor-prices.service.ts'
import type { SubscriptionNotifications } from '../enrollments/subscription-notifications.service.ts'
import type { SetAsidePictures } from '../images/set-aside-pictures.service.ts'
import type { Contact } from '../installation/contact.service.ts'
import type { ApplicationStatus } from '../mentors/application-status.service.ts'
import type { Reapplications } from '../mentors/reapplications.service.ts'
import type { Audit } from '../moderators/audit.service.ts'
import type { CaseEvents } from '../moderators/case-events.service.ts'
import type { ModerationNotifications } from '../moderators/moderation-notifications.service.ts'
import type { Moderators } from '../moderators/moderators.service.ts'
import type { Notifications } from '../notifications/notifications.service.ts'
import type { Waitlist } from '../places/waitlist.service.ts'
import type { SearchIndex } from '../search/search-index.service.ts'
import type { SlotRelease } from '../slots/slot-release.service.ts'
import type { TimeRequests } from '../time-requests/time-requests.service.ts'
import { createAppealLinks } from './appeal-links.service.ts'
import { createApplicants } from './applicants.service.ts'
import { createBlockPreviews } from './block-previews.service.ts'
import { createBlocking } from './blocking.service.ts'
import { createContentRemovals } from './content-removals.service.ts'
import { moderationRoutes } from './moderation.routes.ts'
import { createPeople } from './people.service.ts'
import { createProbation } from './probation.service.ts'
import { createSanctionEffects } from './sanction-effects.service.ts'
import { createSanctionEnds } from './sanction-ends.service.ts'
import { createSanctionNotifications } from './sanction-notifications.service.ts'
import { createSanctions } from './sanctions.service.ts'
import { createVetting } from './vetting.service.ts'

type Needs = Core & {
  realtime: Realtime
  setAsidePictures: SetAsidePictures
  mails: MailQueue
  recipients: MailRecipients
  notifications: Notifications
  contact: Contact
  loginSessions: LoginSessions
  earlyEndings: EarlyEndings
  failedRefunds: FailedRefunds
  mentorPrices: MentorPrices
  subscriptionNotifications: SubscriptionNotifications
  applicationStatus: ApplicationStatus
  reapplications: Reapplications
  audit: Audit
  caseEvents: CaseEvents
  moderators: Moderators
  moderationNotifications: ModerationNotifications
  searchIndex: SearchIndex
  layoutRequests: LayoutRequests
  slotRelease: SlotRelease
  waitlist: Waitlist
  timeRequests: TimeRequests
}

/** What moderators decide: who becomes a mentor, and what is done to people. */
export function createModerationModule(needs: Needs) {
  const sanctionNotifications = createSanctionNotifications(needs)
  const contentRemovals = createContentRemovals(needs)
  const sanctions = createSanctions({
    ...needs,
    sanctionNotifications,
    contentRemovals,
    appealLinks: createAppealLinks(needs),
    sanctionEffects: createSanctionEffects(needs),
  })
  const sanctionEnds = createSanctionEnds({ ...needs, sanctionNotifications })
  const applicants = createApplicants(needs)
  const people = createPeople(needs)
  const vetting = createVetting(needs)
  return {
    service: { applicants, contentRemovals, people, sanctions, vetting },
    routes: moderationRoutes({
      ...needs,
      applicants,
      blocking: createBlocking({ ...needs, sanctions }),
      people,
      vetting,
      blockPreviews: createBlockPreviews(needs),
    }),
    jobs: { 'sanctions:sweep': () => sanctionEnds.sweep() },
    nextDue: sanctionEnds.nextDue,
    daily: [createProbation(needs).endDue],
  }
}
