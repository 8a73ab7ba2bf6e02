import type { Core } from '../../platform/core.ts'
import type { MailQueue } from '../../platform/mail/mail-queue.ts'
import type { PaymentGateway } from '../../platform/payments/payments.ts'
import { createProviderAttempts } from '../../platform/payments/provider-attempts.ts'
import type { PersonalData } from '../../platform/personal-data.ts'
import type { BlockedPeople } from '../accounts/blocked-people.service.ts'
import type { MailRecipients } from '../accounts/mail-recipients.service.ts'
import type { Audit } from '../moderators/audit.service.ts'
import type { ModeratorAlerts } from '../moderators/moderator-alerts.service.ts'
import type { Moderators } from '../moderators/moderators.service.ts'
import type { Notifications } from '../notifications/notifications.service.ts'
import type { Places } from '../places/places.service.ts'
import type { Search } from '../search/search.service.ts'
import type { CreditPeriods } from '../session-credits/credit-periods.service.ts'
import type { Refunds } from '../session-credits/refunds.service.ts'
import type { SessionCredits } from '../session-credits/session-credits.service.ts'
import { createActivation, type OpenConversation } from './activation.service.ts'
import { createBillingCustomers } from './billing-customers.service.ts'
import { createCheckouts } from './checkouts.service.ts'
import { createDeclinedCards } from './declined-cards.service.ts'
import { createEarlyEndings } from './early-endings.service.ts'
import { createEnrollmentMessages } from './enrollment-messages.service.ts'
import { enrollmentRoutes } from './enrollments.routes.ts'
import { createEnrollments } from './enrollments.service.ts'
import { createFailedRefunds } from './failed-refunds.service.ts'
import { createMentorPrices } from './mentor-prices.service.ts'
import { createOwedPayments } from './owed-payments.service.ts'
import { createPauseNotifications } from './pause-notifications.service.ts'
import { createPauses } from './pauses.service.ts'
import { createPaymentDisputes } from './payment-disputes.service.ts'
import { createProviderEvents } from './provider-events.service.ts'
import { type CancelUnpaidSessions, createReceipts } from './receipts.service.ts'
import { createReconciliation } from './reconciliation.service.ts'
import { createRefundNotifications } from './refund-notifications.service.ts'
import { createSubscriptionNotifications } from './subscription-notifications.service.ts'
import { createSubscriptionSync } from './subscription-sync.service.ts'
import { createSubscriptions } from './subscriptions.service.ts'
import { createTermination, type OnRefundWithdrawn } from './termination.service.ts'
import { createUnfinishedRefunds } from './unfinished-refunds.service.ts'
import { createUnknownSubscriptions } from './unknown-subscriptions.service.ts'

type Needs = Core & {
  payments: PaymentGateway | undefined
  mails: MailQueue
  recipients: MailRecipients
  notifications: Notifications
  blockedPeople: BlockedPeople
  moderators: Moderators
  moderatorAlerts: ModeratorAlerts
  audit: Audit
  places: Places
  search: Search
  sessionCredits: SessionCredits
  creditPeriods: CreditPeriods
  refunds: Refunds
  /** The two may write to each other from now on. */
  openConversation: OpenConversation
  cancelUnpaidSessions: CancelUnpaidSessions
  onRefundWithdrawn: OnRefundWithdrawn
}

/** Who is subscribed to whom, and what the payment provider knows of it. */
export function createEnrollmentsModule(needs: Needs) {
  const services = createServices(needs)
  const { earlyEndings, billingCustomers, subscriptionNotifications } = services
  const providerAttempts = createProviderAttempts(needs)
  return {
    service: {
      enrollments: services.enrollments,
      earlyEndings,
      failedRefunds: services.failedRefunds,
      mentorPrices: services.mentorPrices,
      subscriptionNotifications,
      providerEvents: services.providerEvents,
    },
    routes: enrollmentRoutes({ ...services, payments: needs.payments }),
    jobs: jobsOf(services),
    nextDue: services.reconciliation.nextDue,
    daily: [providerAttempts.deleteOld],
    personalData: {
      erase: async (tx, person) => {
        const ended = await earlyEndings.endAllOf(tx, person)
        const { menteeLeft, mentorLeft } = subscriptionNotifications
        await (person.role === 'mentee' ? menteeLeft : mentorLeft)(tx, ended)
        await billingCustomers.forget(tx, person.id)
      },
    } satisfies PersonalData,
  }
}

function createServices(needs: Needs) {
  const enrollments = createEnrollments(needs)
  const mentorPrices = createMentorPrices(needs)
  const billingCustomers = createBillingCustomers(needs)
  const notifying = { ...needs, ...createEnrollmentNotifications(needs) }
  const paymentDisputes = createPaymentDisputes(notifying)
  const receipts = createReceipts({ ...needs, paymentDisputes })
  const owedPayments = createOwedPayments(needs)
  const activation = createActivation({ ...notifying, receipts, owedPayments })
  const subscriptionSync = createSubscriptionSync({ ...notifying, activation, receipts, owedPayments })
  const shared = { ...notifying, enrollments, subscriptionSync, billingCustomers, mentorPrices }
  const failedRefunds = createFailedRefunds(shared)
  const pauses = createPauses(shared)
  const declinedCards = createDeclinedCards(needs)
  return {
    enrollments,
    mentorPrices,
    billingCustomers,
    failedRefunds,
    subscriptionNotifications: notifying.subscriptionNotifications,
    earlyEndings: createEarlyEndings(needs),
    checkouts: createCheckouts({ ...shared, declinedCards }),
    subscriptions: createSubscriptions({ ...shared, pauses }),
    pauses,
    termination: createTermination({ ...shared, failedRefunds, paymentDisputes }),
    unfinishedRefunds: createUnfinishedRefunds(shared),
    providerEvents: createProviderEvents({ ...shared, failedRefunds, declinedCards }),
    reconciliation: createReconciliation({
      ...shared,
      unknownSubscriptions: createUnknownSubscriptions(shared),
    }),
  }
}
type Services = ReturnType<typeof createServices>

const jobsOf = ({
  pauses,
  termination,
  reconciliation,
  providerEvents,
  mentorPrices,
  billingCustomers,
  unfinishedRefunds,
  failedRefunds,
}: Services) => ({
  'enrollments:pause': pauses.tellProvider,
  'enrollments:stop-renewing': termination.stopRenewing,
  'enrollments:terminate': termination.terminate,
  'enrollments:sweep': () => reconciliation.sweepDue(),
  'payments:event': providerEvents.handle,
  'payments:left-behind': () => providerEvents.handleLeftBehind(),
  'payments:price': mentorPrices.make,
  'payments:forget': billingCustomers.eraseAtProvider,
  'payments:stop': termination.stop,
  'payments:refund': termination.refund,
  'payments:give-back': termination.giveBack,
  'payments:nightly': async () => {
    await unfinishedRefunds.queueAgain()
    await unfinishedRefunds.tellModerators()
    await reconciliation.startComparing()
    await failedRefunds.followMissed()
  },
  'payments:reconcile': reconciliation.compare,
})

/** What is told, by what it is about. */
function createEnrollmentNotifications(needs: Needs) {
  const enrollmentMessages = createEnrollmentMessages(needs)
  return {
    subscriptionNotifications: createSubscriptionNotifications({ ...needs, enrollmentMessages }),
    pauseNotifications: createPauseNotifications({ enrollmentMessages }),
    refundNotifications: createRefundNotifications({ enrollmentMessages }),
  }
}
