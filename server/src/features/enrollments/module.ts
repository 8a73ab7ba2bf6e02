import type { Core } from '../../platform/core.ts'
import type { MailQueue } from '../../platform/mail/mail-queue.ts'
import type { PaymentGateway } from '../../platform/payments/payments.ts'
import { createProviderAttempts } from '../../platform/payments/provider-attempts.ts'
import type { PersonalData } from '../../platform/personal-data.ts'
import type { BlockedPeople } from '../accounts/blocked-people.service.ts'
import type { MailRecipients } from '../accounts/mail-recipients.service.ts'
import type { Audit } from '../moderators/audit.service.ts'
import type { Moderators } from '../moderators/moderators.service.ts'
import type { Notifications } from '../notifications/notifications.service.ts'
import type { CreditPeriods } from '../session-credits/credit-periods.service.ts'
import type { Refunds } from '../session-credits/refunds.service.ts'
import type { SessionCredits } from '../session-credits/session-credits.service.ts'
import { createActivation, type OpenConversation } from './activation.service.ts'
import { createBillingCustomers } from './billing-customers.service.ts'
import { createCheckouts } from './checkouts.service.ts'
import { createEarlyEndings } from './early-endings.service.ts'
import { enrollmentRoutes } from './enrollments.routes.ts'
import { createEnrollments } from './enrollments.service.ts'
import { createFailedRefunds } from './failed-refunds.service.ts'
import { createMentorPrices } from './mentor-prices.service.ts'
import { createPauses } from './pauses.service.ts'
import { createPaymentNotifications } from './payment-notifications.service.ts'
import { createProviderEvents } from './provider-events.service.ts'
import { type CancelUnpaidSessions, createReceipts } from './receipts.service.ts'
import { createReconciliation } from './reconciliation.service.ts'
import { createSubscriptionSync } from './subscription-sync.service.ts'
import { createSubscriptions } from './subscriptions.service.ts'
import { createTermination } from './termination.service.ts'

type Needs = Core & {
  payments: PaymentGateway | undefined
  mails: MailQueue
  recipients: MailRecipients
  notifications: Notifications
  blockedPeople: BlockedPeople
  moderators: Moderators
  audit: Audit
  sessionCredits: SessionCredits
  creditPeriods: CreditPeriods
  refunds: Refunds
  /** The two may write to each other from now on. */
  openConversation: OpenConversation
  cancelUnpaidSessions: CancelUnpaidSessions
}

/** Who is subscribed to whom, and what the payment provider knows of it. */
export function createEnrollmentsModule(needs: Needs) {
  const { db, payments } = needs
  const mentorPrices = createMentorPrices(needs)
  const enrollments = createEnrollments(needs)
  const billingCustomers = createBillingCustomers(needs)
  const paymentNotifications = createPaymentNotifications(needs)
  const receipts = createReceipts(needs)
  const activation = createActivation({ ...needs, receipts, paymentNotifications })
  const subscriptionSync = createSubscriptionSync({ ...needs, activation, receipts, paymentNotifications })
  const shared = {
    ...needs,
    enrollments,
    subscriptionSync,
    billingCustomers,
    mentorPrices,
    paymentNotifications,
  }
  const earlyEndings = createEarlyEndings(needs)
  const checkouts = createCheckouts(shared)
  const subscriptions = createSubscriptions(shared)
  const pauses = createPauses(shared)
  const termination = createTermination(shared)
  const failedRefunds = createFailedRefunds(shared)
  const providerEvents = createProviderEvents({ ...shared, failedRefunds })
  const reconciliation = createReconciliation(shared)
  const providerAttempts = createProviderAttempts({ db, clock: needs.clock })
  return {
    service: { enrollments, earlyEndings, failedRefunds, mentorPrices, paymentNotifications, providerEvents },
    routes: enrollmentRoutes({ enrollments, checkouts, subscriptions, pauses, billingCustomers, payments }),
    jobs: {
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
      'payments:nightly': () => reconciliation.startComparing(),
      'payments:reconcile': reconciliation.compare,
    },
    nextDue: reconciliation.nextDue,
    daily: [providerAttempts.deleteOld],
    personalData: {
      erase: async (tx, person) => {
        const ended = await earlyEndings.endAllOf(tx, person)
        if (person.role === 'mentee') await paymentNotifications.menteeLeft(tx, ended)
        await billingCustomers.forget(tx, person.id)
      },
    } satisfies PersonalData,
  }
}
