import * as sessionQueries from './features/accounts/login-sessions.queries.ts'
import type { createPasswords } from './features/accounts/passwords.service.ts'
import type { createUnreadMails } from './features/chat/unread-mails.service.ts'
import type { BillingCustomers } from './features/enrollments/billing-customers.service.ts'
import type { createMentorPrices } from './features/enrollments/mentor-prices.service.ts'
import type { createProviderEvents } from './features/enrollments/provider-events.service.ts'
import type { createReconciliation } from './features/enrollments/reconciliation.service.ts'
import type { createTermination } from './features/enrollments/termination.service.ts'
import type { createImages } from './features/images/images.service.ts'
import type { createAttendance } from './features/live/attendance.service.ts'
import type { createPushNotifications } from './features/notifications/push-notifications.service.ts'
import type { createSearchIndex } from './features/search/search-index.service.ts'
import type { createSearchReindex } from './features/search/search-reindex.service.ts'
import type { createSlotReminders } from './features/slots/slot-reminders.service.ts'
import { deleteExpiredKeys } from './http/idempotency.ts'
import type { createAttemptLimiter } from './platform/attempt-limiter.ts'
import { after, type Clock, hoursMs } from './platform/clock.ts'
import type { Database } from './platform/db/database.ts'
import type { JobHandlers } from './platform/jobs/jobs.ts'
import type { createMailQueue } from './platform/mail/mail-queue.ts'
import type { ProviderAttempts } from './platform/payments/provider-attempts.ts'

type Deps = {
  db: Database
  clock: Clock
  realClock: Clock
  attempts: ReturnType<typeof createAttemptLimiter>
  attendance: ReturnType<typeof createAttendance>
  reconciliation: ReturnType<typeof createReconciliation>
  images: ReturnType<typeof createImages>
  mails: ReturnType<typeof createMailQueue>
  mentorPrices: ReturnType<typeof createMentorPrices>
  billingCustomers: BillingCustomers
  passwords: ReturnType<typeof createPasswords>
  providerAttempts: ProviderAttempts
  providerEvents: ReturnType<typeof createProviderEvents>
  pushNotifications: ReturnType<typeof createPushNotifications>
  searchIndex: ReturnType<typeof createSearchIndex>
  searchReindex: ReturnType<typeof createSearchReindex>
  slotReminders: ReturnType<typeof createSlotReminders>
  unreadMails: ReturnType<typeof createUnreadMails>
  termination: ReturnType<typeof createTermination>
}

/** Which part of the product does each kind of job. */
export function composeJobs(deps: Deps): JobHandlers {
  const {
    db,
    clock,
    realClock,
    attempts,
    attendance,
    reconciliation,
    images,
    mails,
    mentorPrices,
    passwords,
  } = deps
  const {
    billingCustomers,
    providerEvents,
    providerAttempts,
    pushNotifications,
    searchIndex,
    searchReindex,
    slotReminders,
    unreadMails,
    termination,
  } = deps

  return {
    'accounts:send-reset-code': (payload) => passwords.sendResetCode(payload),
    'enrollments:stop-renewing': (payload) => termination.stopRenewing(payload),
    'enrollments:terminate': (payload) => termination.terminate(payload),
    'images:remove': (payload) => images.removeUnused(payload),
    'push:send': (payload) => pushNotifications.send(payload),
    'mail:render': (payload) => mails.send(payload),
    'mail:send': ({ mailId }) => mails.send({ mailIds: [mailId] }),
    'mail:digest': () => mails.sendDigests(),
    'mail:resend': () => mails.resendLeftBehind(),
    'chat:unread-mails': () => unreadMails.sendDue(),
    'slots:remind': () => slotReminders.remindDue(),
    'payments:event': (payload) => providerEvents.handle(payload),
    'payments:left-behind': () => providerEvents.handleLeftBehind(),
    'payments:price': (payload) => mentorPrices.make(payload),
    'payments:forget': (payload) => billingCustomers.eraseAtProvider(payload),
    'payments:stop': (payload) => termination.stop(payload),
    'payments:refund': (payload) => termination.refund(payload),
    'payments:nightly': () => reconciliation.startComparing(),
    'payments:reconcile': (payload) => reconciliation.compare(payload),
    'enrollments:sweep': () => reconciliation.sweepDue(),
    'live:settle': () => attendance.settleDue(),
    'search:reindex': () => searchReindex.ensureCurrent(),
    'search:refresh-availability': () => searchIndex.refreshAvailability({ isForAll: false }).then(() => {}),
    'housekeeping:daily': async () => {
      await sessionQueries.deleteExpiredSessions(db.query, realClock.now())
      await sessionQueries.deleteOldRevocations(db.query, after(realClock.now(), -hoursMs(1)))
      await deleteExpiredKeys(db, clock.now())
      await mails.prune()
      await images.sweep()
      await attempts.deleteExpired()
      await providerAttempts.deleteOld()
      await searchIndex.refreshAvailability({ isForAll: true })
    },
  }
}

type Due = Record<
  'reconciliation' | 'attendance' | 'slotReminders' | 'unreadMails',
  { nextDue: () => Promise<Date | null> }
>

/** What is done each minute and each night, for the demo's clock: in its order, and when each falls due next. */
export function clockWork(handlers: JobHandlers, due: Due) {
  return {
    sweeps: [
      { run: () => handlers['enrollments:sweep']({}), nextDue: due.reconciliation.nextDue },
      { run: () => handlers['payments:left-behind']({}) },
      { run: () => handlers['live:settle']({}), nextDue: due.attendance.nextDue },
      { run: () => handlers['slots:remind']({}), nextDue: due.slotReminders.nextDue },
      { run: () => handlers['chat:unread-mails']({}), nextDue: due.unreadMails.nextDue },
      { run: () => handlers['mail:resend']({}) },
      { run: () => handlers['search:refresh-availability']({}) },
    ],
    nightly: [() => handlers['payments:nightly']({}), () => handlers['housekeeping:daily']({})],
  }
}
