import type { Core } from '../../platform/core.ts'
import type { MailQueue } from '../../platform/mail/mail-queue.ts'
import type { PersonalData } from '../../platform/personal-data.ts'
import type { MailRecipients } from '../accounts/mail-recipients.service.ts'
import type { EarlyEndings } from '../enrollments/early-endings.service.ts'
import type { Enrollments } from '../enrollments/enrollments.service.ts'
import type { Notifications } from '../notifications/notifications.service.ts'
import type { ResponseClocks } from '../response-times/response-clocks.service.ts'
import type { CreditPeriods } from '../session-credits/credit-periods.service.ts'
import type { Refunds } from '../session-credits/refunds.service.ts'
import type { SessionCredits } from '../session-credits/session-credits.service.ts'
import type { SlotRelease } from '../slots/slot-release.service.ts'
import type { Tickets } from '../tickets/tickets.service.ts'
import { createContestNotifications } from './contest-notifications.service.ts'
import { createContestOutcomes } from './contest-outcomes.service.ts'
import { createContests } from './contests.service.ts'
import { createDepartedPeople } from './departed-people.service.ts'
import { createDisputeDeadlines } from './dispute-deadlines.service.ts'
import { createDisputeDecisions } from './dispute-decisions.service.ts'
import { createDisputeMessages } from './dispute-messages.service.ts'
import { disputeRoutes } from './disputes.routes.ts'
import { createModeratorHandover } from './moderator-handover.service.ts'
import { createRefundGrants } from './refund-grants.service.ts'
import { createRefundNotifications } from './refund-notifications.service.ts'
import { createRefundRequests } from './refund-requests.service.ts'
import { createSessionRemedies } from './session-remedies.service.ts'
import { createSilenceRefunds } from './silence-refunds.service.ts'

type Needs = Core & {
  mails: MailQueue
  recipients: MailRecipients
  notifications: Notifications
  sessionCredits: SessionCredits
  enrollments: Enrollments
  earlyEndings: EarlyEndings
  creditPeriods: CreditPeriods
  refunds: Refunds
  responseClocks: ResponseClocks
  slotRelease: SlotRelease
  tickets: Tickets
}

/** What mentee and mentor do not agree about: how a session was settled, and whether money goes back. */
export function createDisputesModule(needs: Needs) {
  const disputeMessages = createDisputeMessages(needs)
  const contestNotifications = createContestNotifications({ disputeMessages })
  const refundNotifications = createRefundNotifications({ disputeMessages })
  const told = { ...needs, contestNotifications, refundNotifications }
  const refundGrants = createRefundGrants(told)
  const shared = {
    ...told,
    contestOutcomes: createContestOutcomes(needs),
    refundGrants,
    moderatorHandover: createModeratorHandover(told),
  }
  const deadlines = createDisputeDeadlines(shared)
  const sessionRemedies = createSessionRemedies({ ...shared, disputeMessages })
  return {
    service: { disputeDecisions: createDisputeDecisions(shared), sessionRemedies, refundGrants },
    routes: disputeRoutes({
      contests: createContests(shared),
      refundRequests: createRefundRequests(shared),
      silenceRefunds: createSilenceRefunds({ ...needs, disputeMessages }),
    }),
    jobs: { 'disputes:sweep': () => deadlines.sweep() },
    nextDue: deadlines.nextDue,
    personalData: { erase: createDepartedPeople(shared).erase } satisfies PersonalData,
  }
}
