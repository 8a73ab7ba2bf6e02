import { join, resolve } from 'node:path'
import type { InstallationConfig } from '@marga/contract/installation'
import type { Config } from './config.ts'
import { demoLogins } from './demo/demo-logins.ts'
import { accountSettingsRoutes } from './features/accounts/account-settings.routes.ts'
import { accountRoutes } from './features/accounts/accounts.routes.ts'
import { createAccounts } from './features/accounts/accounts.service.ts'
import { createBlockedPeople } from './features/accounts/blocked-people.service.ts'
import { createDataExport } from './features/accounts/data-export.service.ts'
import { createEmailVerifications } from './features/accounts/email-verifications.service.ts'
import { createErasure } from './features/accounts/erasure.service.ts'
import { createGoogleSignIn } from './features/accounts/google-sign-in.service.ts'
import * as sessionQueries from './features/accounts/login-sessions.queries.ts'
import { createLoginSessions } from './features/accounts/login-sessions.service.ts'
import { createMailRecipients } from './features/accounts/mail-recipients.service.ts'
import { createOneTimeCodes } from './features/accounts/one-time-codes.service.ts'
import { createPasswords } from './features/accounts/passwords.service.ts'
import { createProfiles } from './features/accounts/profile.service.ts'
import { createRefreshTokens } from './features/accounts/refresh-tokens.rules.ts'
import { createRevocations } from './features/accounts/revocations.service.ts'
import { createCalendarFeeds } from './features/calendar/calendar-feeds.service.ts'
import { chatEvents } from './features/chat/chat.realtime.ts'
import { chatRoutes } from './features/chat/chat.routes.ts'
import { createCommunity } from './features/chat/community.service.ts'
import { createConversations } from './features/chat/conversations.service.ts'
import { createMessages } from './features/chat/messages.service.ts'
import { createPresence } from './features/chat/presence.service.ts'
import { createUnreadMails } from './features/chat/unread-mails.service.ts'
import { createWritingRights } from './features/chat/writing-rights.service.ts'
import { createCheckouts } from './features/enrollments/checkouts.service.ts'
import { enrollmentRoutes } from './features/enrollments/enrollments.routes.ts'
import { createEnrollments } from './features/enrollments/enrollments.service.ts'
import { createMentorPrices } from './features/enrollments/mentor-prices.service.ts'
import { createReceipts } from './features/enrollments/receipts.service.ts'
import { imageRoutes } from './features/images/images.routes.ts'
import { createImages } from './features/images/images.service.ts'
import { installationRoutes } from './features/installation/installation.routes.ts'
import { createAttendance } from './features/live/attendance.service.ts'
import { liveEvents } from './features/live/live.realtime.ts'
import { liveRoutes } from './features/live/live.routes.ts'
import { createLiveAccess } from './features/live/live-access.service.ts'
import { createLiveNotes } from './features/live/live-notes.service.ts'
import { createLiveRooms } from './features/live/live-rooms.service.ts'
import { createApplications } from './features/mentors/applications.service.ts'
import { mentorRoutes } from './features/mentors/mentors.routes.ts'
import { createMentors } from './features/mentors/mentors.service.ts'
import { createApplicants } from './features/moderation/applicants.service.ts'
import { createAudit } from './features/moderation/audit.service.ts'
import { createBlocking } from './features/moderation/blocking.service.ts'
import { moderationRoutes } from './features/moderation/moderation.routes.ts'
import { createPeople } from './features/moderation/people.service.ts'
import { createPersonFiles } from './features/moderation/person-file.service.ts'
import { notificationRoutes } from './features/notifications/notifications.routes.ts'
import { createNotifications } from './features/notifications/notifications.service.ts'
import { reviewRoutes } from './features/reviews/reviews.routes.ts'
import { createReviews } from './features/reviews/reviews.service.ts'
import { searchRoutes } from './features/search/search.routes.ts'
import { createSearch } from './features/search/search.service.ts'
import { createSearchIndex } from './features/search/search-index.service.ts'
import { createBookings } from './features/slots/bookings.service.ts'
import { createSlotAnnouncements } from './features/slots/slot-announcements.service.ts'
import { createSlotMails } from './features/slots/slot-mails.service.ts'
import { createSlotRelease } from './features/slots/slot-release.service.ts'
import { createSlotReminders } from './features/slots/slot-reminders.service.ts'
import { slotRoutes } from './features/slots/slots.routes.ts'
import { createSlots } from './features/slots/slots.service.ts'
import { statsRoutes } from './features/stats/stats.routes.ts'
import { createStats } from './features/stats/stats.service.ts'
import { ticketRoutes } from './features/tickets/tickets.routes.ts'
import { createTickets } from './features/tickets/tickets.service.ts'
import { createIdempotency, deleteExpiredKeys } from './http/idempotency.ts'
import { createAccessTokens } from './platform/access-tokens.ts'
import { after, type Clock, hoursMs, type NewId, newId, systemClock } from './platform/clock.ts'
import type { Database } from './platform/db/database.ts'
import { startNotifyListener } from './platform/db/notify-listener.ts'
import { createOpenIdProvider } from './platform/identity/open-id-provider.ts'
import { createSandboxIdentity } from './platform/identity/sandbox-identity.ts'
import { createDiskStore } from './platform/images/disk-store.ts'
import { type JobHandlers, jobs } from './platform/jobs/jobs.ts'
import type { Log } from './platform/log.ts'
import { createLogTransport } from './platform/mail/log-transport.ts'
import { createMailQueue } from './platform/mail/mail-queue.ts'
import { addressOf, createSmtpTransport } from './platform/mail/smtp-transport.ts'
import { createSandboxGateway } from './platform/payments/sandbox-gateway.ts'
import { createSocketHub } from './realtime/socket-hub.ts'

export type ComposeOptions = {
  config: Config
  db: Database
  databaseUrl: string
  tokenSecret: string
  log: Log
  /** The address people use, known once the port is. */
  publicUrl: () => string
  clock?: Clock
  newId?: NewId
  /** Tests and development: answers are held against the contract. */
  isStrict?: boolean
}

/** Builds every dependency once, by hand, top to bottom. */
export function compose(options: ComposeOptions) {
  const { config, db, databaseUrl, log, publicUrl, clock = systemClock, isStrict = false } = options
  const makeId = options.newId ?? newId
  const base = { db, clock, newId: makeId, jobs, log, publicUrl }

  // The outside world
  const secret = new TextEncoder().encode(options.tokenSecret)
  const accessTokens = createAccessTokens({ secret, clock })
  const refreshTokens = createRefreshTokens(secret)
  const hasOutbox = config.isDemo && !config.smtp
  const transport = config.smtp ? createSmtpTransport(config.smtp) : createLogTransport(log)
  const mails = createMailQueue({ ...base, transport, productName: config.productName })
  const sandbox = config.isDemo ? createSandboxGateway(base) : undefined
  const payments = sandbox
  const sandboxIdentity =
    config.isDemo && !config.google ? createSandboxIdentity({ ...base, secret }) : undefined
  const identityProvider = config.google ? createOpenIdProvider(config.google) : sandboxIdentity?.provider
  const uploadsDir = resolve(config.dataDir, 'uploads')
  const images = createImages({ clock, store: createDiskStore({ folder: uploadsDir }) })

  // Who is calling, and what must reach every process
  const revocations = createRevocations({
    db,
    clock,
    accessTokens,
    isListening: () => listener.isListening(),
  })
  const listener = startNotifyListener({
    url: databaseUrl,
    log,
    handlers: { session_revoked: (sessionId) => revocations.add(sessionId) },
    onConnected: () => revocations.catchUp(),
  })
  const hub = createSocketHub({ identify: revocations.identify, log, origin: publicUrl })
  revocations.onRevoked((sessionId) => {
    liveRooms.sessionEnded(sessionId)
    hub.endSession(sessionId)
  })
  const { realtime } = hub

  // Features
  const codes = createOneTimeCodes({ ...base, secret })
  const loginSessions = createLoginSessions({ ...base, accessTokens, refreshTokens })
  const emailVerifications = createEmailVerifications({ ...base, mails })
  const accounts = createAccounts({ ...base, loginSessions, emailVerifications })
  const googleSignIn = createGoogleSignIn({ ...base, secret, provider: identityProvider, loginSessions })
  const recipients = createMailRecipients({ ...base, secret })
  const notifications = createNotifications({ ...base, realtime })
  const searchIndex = createSearchIndex({ clock })
  const search = createSearch(base)
  const mentorPrices = createMentorPrices({ payments })
  const receipts = createReceipts({ ...base, mails, recipients })
  const enrollments = createEnrollments({ ...base, payments, receipts })
  const blockedPeople = createBlockedPeople(base)
  const rights = createWritingRights({ ...base, enrollments, blockedPeople })
  const conversations = createConversations({ ...base, realtime, rights })
  const messages = createMessages({ ...base, realtime, conversations, notifications, rights })
  const community = createCommunity({ ...base, realtime, enrollments })
  const presence = createPresence({ ...base, realtime, isOnline: hub.isOnline })
  const { rooms } = hub
  const liveAccess = createLiveAccess({ ...base, conversations, turn: config.turn })
  const liveRooms = createLiveRooms({ ...base, rooms, access: liveAccess })
  const liveNotes = createLiveNotes({ ...base, rooms, access: liveAccess })
  const attendance = createAttendance({ ...base, enrollments, notifications })
  hub.onGone(liveRooms.dropped)
  const unreadMails = createUnreadMails({ ...base, mails, recipients })
  const checkouts = createCheckouts({
    ...base,
    payments,
    enrollments,
    conversations,
    notifications,
    receipts,
  })
  const announcements = createSlotAnnouncements({
    ...base,
    realtime,
    enrollments,
    notifications,
    searchIndex,
  })
  const slotMails = createSlotMails({
    ...base,
    mails,
    recipients,
    productName: config.productName,
    organizerEmail: () =>
      config.smtp ? addressOf(config.smtp.from) : `no-reply@${new URL(publicUrl()).hostname}`,
  })
  const slotReminders = createSlotReminders({ ...base, slotMails })
  const slots = createSlots({ ...base, enrollments, announcements, blockedPeople, slotMails })
  const bookings = createBookings({
    ...base,
    enrollments,
    notifications,
    announcements,
    blockedPeople,
    conversations,
    slotMails,
  })
  const slotRelease = createSlotRelease({ ...base, realtime, enrollments, notifications, slotMails })
  const mentors = createMentors({ ...base, mentorPrices, searchIndex })
  const applications = createApplications({ ...base, mails })
  const reviews = createReviews({ ...base, searchIndex })
  const audit = createAudit(base)
  const applicants = createApplicants({ ...base, audit, mails, mentorPrices, searchIndex })
  const blocking = createBlocking({ ...base, audit, loginSessions, searchIndex, slotRelease, enrollments })
  const people = createPeople(base)
  const tickets = createTickets({ ...base, audit, blocking })
  const personFiles = createPersonFiles({ ...base, people, slots, tickets, audit })
  const passwords = createPasswords({ ...base, mails, codes, loginSessions })
  const profiles = createProfiles(base)
  const dataExport = createDataExport(base)
  const erasure = createErasure({
    ...base,
    codes,
    loginSessions,
    enrollments,
    slotRelease,
    searchIndex,
  })
  const calendarFeeds = createCalendarFeeds({ ...base, secret, productName: config.productName })
  const stats = createStats(base)

  const routes = [
    ...installationRoutes({
      installation: describeInstallation(config, payments?.mode ?? 'none', googleSignIn.isOffered),
    }),
    ...accountRoutes({ accounts, loginSessions }),
    ...accountSettingsRoutes({
      loginSessions,
      passwords,
      profiles,
      emailVerifications,
      blockedPeople,
      erasure,
      dataExport,
      calendarFeeds,
    }),
    ...mentorRoutes({ mentors, applications, enrollments }),
    ...searchRoutes({ search }),
    ...enrollmentRoutes({ enrollments, checkouts, paymentsMode: payments?.mode ?? 'none' }),
    ...slotRoutes({ slots, bookings }),
    ...chatRoutes({ conversations, messages, community }),
    ...liveRoutes({ liveAccess, liveNotes }),
    ...notificationRoutes({ notifications }),
    ...reviewRoutes({ reviews }),
    ...moderationRoutes({ applicants, blocking, people, personFiles, audit }),
    ...ticketRoutes({ tickets }),
    ...statsRoutes({ stats }),
    ...imageRoutes({ images }),
  ]

  const jobHandlers: JobHandlers = {
    'accounts:send-reset-code': (payload) => passwords.sendResetCode(payload),
    'enrollments:stop-renewing': (payload) => enrollments.tellProviderToStop(payload),
    'mail:send': (payload) => mails.send(payload),
    'mail:resend': () => mails.resendLeftBehind(),
    'chat:unread-mails': () => unreadMails.sendDue(),
    'slots:remind': () => slotReminders.remindDue(),
    'payments:event': (payload) => checkouts.handleEvent(payload),
    'enrollments:follow': () => enrollments.followDue(),
    'live:settle': () => attendance.settleDue(),
    'housekeeping:daily': async () => {
      const now = clock.now()
      await sessionQueries.deleteExpiredSessions(db.query, now)
      await sessionQueries.deleteOldRevocations(db.query, after(now, -hoursMs(1)))
      await deleteExpiredKeys(db, now)
    },
  }

  return {
    ...base,
    config,
    isStrict,
    routes,
    sandbox,
    sandboxIdentity,
    hasOutbox,
    mails,
    recipients,
    accounts,
    googleSignIn,
    calendarFeeds,
    uploadsDir,
    hub,
    identify: revocations.identify,
    once: createIdempotency(base),
    jobHandlers,
    readiness: { isReady: false },
    socketHandlers: { ...chatEvents({ conversations }), ...liveEvents({ liveRooms, liveNotes }) },
    liveRooms,
    onPresence: presence.changed,
    searchIndex,
    mentorPrices,
    closeListener: () => listener.close(),
    closeMail: () => transport.close(),
  }
}
export type App = ReturnType<typeof compose>

/** Where the built web files lie, seen from the server's build. */
export const webBuildDir = join(import.meta.dirname, '../../web/build')

function describeInstallation(
  config: Config,
  payments: InstallationConfig['payments'],
  googleSignIn: boolean,
): InstallationConfig {
  const { cloudinary } = config
  return {
    productName: config.productName,
    googleSignIn,
    payments,
    upload: cloudinary
      ? {
          url: `https://api.cloudinary.com/v1_1/${cloudinary.cloudName}/image/upload`,
          preset: cloudinary.uploadPreset,
        }
      : { url: '/api/uploads/images', preset: 'marga' },
    pushKey: null,
    socialLinks: config.socialLinks,
    demoLogins: config.isDemo ? demoLogins : null,
  }
}
