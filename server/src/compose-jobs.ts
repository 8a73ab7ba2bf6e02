import * as sessionQueries from './features/accounts/login-sessions.queries.ts'
import type { createPasswords } from './features/accounts/passwords.service.ts'
import type { createUnreadMails } from './features/chat/unread-mails.service.ts'
import type { createComparison } from './features/enrollments/comparison.service.ts'
import type { createMentorPrices } from './features/enrollments/mentor-prices.service.ts'
import type { Payers } from './features/enrollments/payers.service.ts'
import type { createProviderEvents } from './features/enrollments/provider-events.service.ts'
import type { createUnwinding } from './features/enrollments/unwinding.service.ts'
import type { createImages } from './features/images/images.service.ts'
import type { createAttendance } from './features/live/attendance.service.ts'
import type { createPushNotices } from './features/notifications/push-notices.service.ts'
import type { createSearchIndex } from './features/search/search-index.service.ts'
import type { createSearchReindex } from './features/search/search-reindex.service.ts'
import type { createSlotReminders } from './features/slots/slot-reminders.service.ts'
import { deleteExpiredKeys } from './http/idempotency.ts'
import type { createAttempts } from './platform/attempts.ts'
import { after, type Clock, hoursMs } from './platform/clock.ts'
import type { Database } from './platform/db/database.ts'
import type { JobHandlers } from './platform/jobs/jobs.ts'
import type { createMailQueue } from './platform/mail/mail-queue.ts'
import type { ProviderAttempts } from './platform/payments/provider-attempts.ts'

type Deps = {
  db: Database
  clock: Clock
  realClock: Clock
  attempts: ReturnType<typeof createAttempts>
  attendance: ReturnType<typeof createAttendance>
  comparison: ReturnType<typeof createComparison>
  images: ReturnType<typeof createImages>
  mails: ReturnType<typeof createMailQueue>
  mentorPrices: ReturnType<typeof createMentorPrices>
  payers: Payers
  passwords: ReturnType<typeof createPasswords>
  providerAttempts: ProviderAttempts
  providerEvents: ReturnType<typeof createProviderEvents>
  pushNotices: ReturnType<typeof createPushNotices>
  searchIndex: ReturnType<typeof createSearchIndex>
  searchReindex: ReturnType<typeof createSearchReindex>
  slotReminders: ReturnType<typeof createSlotReminders>
  unreadMails: ReturnType<typeof createUnreadMails>
  unwinding: ReturnType<typeof createUnwinding>
}

/** Which part of the product does each kind of job. */
export function composeJobs(deps: Deps): JobHandlers {
  const { db, clock, realClock, attempts, attendance, comparison, images, mails, mentorPrices, passwords } =
    deps
  const {
    payers,
    providerEvents,
    providerAttempts,
    pushNotices,
    searchIndex,
    searchReindex,
    slotReminders,
    unreadMails,
    unwinding,
  } = deps

  return {
    'accounts:send-reset-code': (payload) => passwords.sendResetCode(payload),
    'enrollments:stop-renewing': (payload) => unwinding.stopRenewing(payload),
    'enrollments:unwind': (payload) => unwinding.unwind(payload),
    'images:remove': (payload) => images.removeUnused(payload),
    'push:send': (payload) => pushNotices.send(payload),
    'mail:draw': (payload) => mails.send(payload),
    'mail:send': ({ mailId }) => mails.send({ mailIds: [mailId] }),
    'mail:digest': () => mails.sendDigests(),
    'mail:resend': () => mails.resendLeftBehind(),
    'chat:unread-mails': () => unreadMails.sendDue(),
    'slots:remind': () => slotReminders.remindDue(),
    'payments:event': (payload) => providerEvents.handle(payload),
    'payments:left-behind': () => providerEvents.handleLeftBehind(),
    'payments:price': (payload) => mentorPrices.make(payload),
    'payments:forget': (payload) => payers.eraseAtProvider(payload),
    'payments:stop': (payload) => unwinding.stop(payload),
    'payments:refund': (payload) => unwinding.refund(payload),
    'payments:nightly': () => comparison.startComparing(),
    'payments:compare': (payload) => comparison.compare(payload),
    'enrollments:follow': () => comparison.followDue(),
    'live:settle': () => attendance.settleDue(),
    'search:reindex': () => searchReindex.ensureCurrent(),
    'search:follow-clock': () => searchIndex.followClock({ isForAll: false }).then(() => {}),
    'housekeeping:daily': async () => {
      await sessionQueries.deleteExpiredSessions(db.query, realClock.now())
      await sessionQueries.deleteOldRevocations(db.query, after(realClock.now(), -hoursMs(1)))
      await deleteExpiredKeys(db, clock.now())
      await mails.prune()
      await images.sweep()
      await attempts.deleteExpired()
      await providerAttempts.deleteOld()
      await searchIndex.followClock({ isForAll: true })
    },
  }
}

type Due = Record<
  'comparison' | 'attendance' | 'slotReminders' | 'unreadMails',
  { nextDue: () => Promise<Date | null> }
>

/** What is done each minute and each night, for the demo's clock: in its order, and when each falls due next. */
export function clockWork(handlers: JobHandlers, due: Due) {
  return {
    sweeps: [
      { run: () => handlers['enrollments:follow']({}), nextDue: due.comparison.nextDue },
      { run: () => handlers['payments:left-behind']({}) },
      { run: () => handlers['live:settle']({}), nextDue: due.attendance.nextDue },
      { run: () => handlers['slots:remind']({}), nextDue: due.slotReminders.nextDue },
      { run: () => handlers['chat:unread-mails']({}), nextDue: due.unreadMails.nextDue },
      { run: () => handlers['mail:resend']({}) },
      { run: () => handlers['search:follow-clock']({}) },
    ],
    nightly: [() => handlers['payments:nightly']({}), () => handlers['housekeeping:daily']({})],
  }
}
