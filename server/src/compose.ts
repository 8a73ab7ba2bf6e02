import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { limits } from '@marga/contract/limits'
import { clockWork, composeJobs } from './compose-jobs.ts'
import { composeOutside } from './compose-outside.ts'
import type { Config } from './config.ts'
import { describeInstallation } from './describe-installation.ts'
import { accountSettingsRoutes } from './features/accounts/account-settings.routes.ts'
import { accountRoutes } from './features/accounts/accounts.routes.ts'
import { createAccounts } from './features/accounts/accounts.service.ts'
import { createBlockedPeople } from './features/accounts/blocked-people.service.ts'
import { createDataExport } from './features/accounts/data-export.service.ts'
import { createDealings } from './features/accounts/dealings.service.ts'
import { createDeviceMarks } from './features/accounts/device-marks.rules.ts'
import { createEmailVerifications } from './features/accounts/email-verifications.service.ts'
import { createErasure } from './features/accounts/erasure.service.ts'
import { createGoogleSignIn } from './features/accounts/google-sign-in.service.ts'
import { createGuessLimits } from './features/accounts/guess-limits.service.ts'
import { createKnownDevices } from './features/accounts/known-devices.service.ts'
import { createLoginSessions } from './features/accounts/login-sessions.service.ts'
import { createMailRecipients } from './features/accounts/mail-recipients.service.ts'
import { createMailboxProofs } from './features/accounts/mailbox-proofs.service.ts'
import { createModerators } from './features/accounts/moderators.service.ts'
import { createOneTimeCodes } from './features/accounts/one-time-codes.service.ts'
import { createOwnPassword } from './features/accounts/own-password.service.ts'
import { createPasswords } from './features/accounts/passwords.service.ts'
import { createProfiles } from './features/accounts/profile.service.ts'
import { createRefreshTokens } from './features/accounts/refresh-tokens.rules.ts'
import { createRevocations } from './features/accounts/revocations.service.ts'
import { createTwoStep } from './features/accounts/two-step.service.ts'
import { createCalendarFeeds } from './features/calendar/calendar-feeds.service.ts'
import { chatEvents } from './features/chat/chat.realtime.ts'
import { chatRoutes } from './features/chat/chat.routes.ts'
import { createCommunity } from './features/chat/community.service.ts'
import { createConversations } from './features/chat/conversations.service.ts'
import { createMessages } from './features/chat/messages.service.ts'
import { createPresence } from './features/chat/presence.service.ts'
import { createUnreadMails } from './features/chat/unread-mails.service.ts'
import { createWritingRights } from './features/chat/writing-rights.service.ts'
import { createDemoClock } from './features/demo-clock/demo-clock.service.ts'
import { createAdmission } from './features/enrollments/admission.service.ts'
import { createCheckouts } from './features/enrollments/checkouts.service.ts'
import { createComparison } from './features/enrollments/comparison.service.ts'
import { enrollmentRoutes } from './features/enrollments/enrollments.routes.ts'
import { createEnrollments } from './features/enrollments/enrollments.service.ts'
import { createFailedRefunds } from './features/enrollments/failed-refunds.service.ts'
import { createMentorPrices } from './features/enrollments/mentor-prices.service.ts'
import { createPayers } from './features/enrollments/payers.service.ts'
import { createPaymentNotices } from './features/enrollments/payment-notices.service.ts'
import { createProviderEvents } from './features/enrollments/provider-events.service.ts'
import { createReceipts } from './features/enrollments/receipts.service.ts'
import { createReconciliation } from './features/enrollments/reconciliation.service.ts'
import { createSubscriptions } from './features/enrollments/subscriptions.service.ts'
import { createUnwinding } from './features/enrollments/unwinding.service.ts'
import { imageRoutes } from './features/images/images.routes.ts'
import { createImages } from './features/images/images.service.ts'
import { createContact } from './features/installation/contact.service.ts'
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
import { createReapplications } from './features/mentors/reapplications.service.ts'
import { createApplicants } from './features/moderation/applicants.service.ts'
import { createAudit } from './features/moderation/audit.service.ts'
import { createBlockPreviews } from './features/moderation/block-previews.service.ts'
import { createBlocking } from './features/moderation/blocking.service.ts'
import { moderationRoutes } from './features/moderation/moderation.routes.ts'
import { createModerationNotices } from './features/moderation/moderation-notices.service.ts'
import { createPeople } from './features/moderation/people.service.ts'
import { createPersonFiles } from './features/moderation/person-file.service.ts'
import { notificationRoutes } from './features/notifications/notifications.routes.ts'
import { createNotifications } from './features/notifications/notifications.service.ts'
import { createPushNotices } from './features/notifications/push-notices.service.ts'
import { reviewRoutes } from './features/reviews/reviews.routes.ts'
import { createReviews } from './features/reviews/reviews.service.ts'
import { searchRoutes } from './features/search/search.routes.ts'
import { createSearch } from './features/search/search.service.ts'
import {
  createSearchIndex,
  searchChangedChannel,
  searchTermsChannel,
} from './features/search/search-index.service.ts'
import { createSearchReindex } from './features/search/search-reindex.service.ts'
import { createSearchWords } from './features/search/search-words.service.ts'
import { createBookingNotices } from './features/slots/booking-notices.service.ts'
import { createBookings } from './features/slots/bookings.service.ts'
import { createSessionBookings } from './features/slots/session-bookings.service.ts'
import { createSlotAnnouncements } from './features/slots/slot-announcements.service.ts'
import { createSlotMails } from './features/slots/slot-mails.service.ts'
import { createSlotRelease } from './features/slots/slot-release.service.ts'
import { createSlotReminders } from './features/slots/slot-reminders.service.ts'
import { createSlotSeries } from './features/slots/slot-series.service.ts'
import { slotRoutes } from './features/slots/slots.routes.ts'
import { createSlots } from './features/slots/slots.service.ts'
import { statsRoutes } from './features/stats/stats.routes.ts'
import { createStats } from './features/stats/stats.service.ts'
import { ticketRoutes } from './features/tickets/tickets.routes.ts'
import { createTickets } from './features/tickets/tickets.service.ts'
import { answerBytes, type CachedAnswer } from './http/cached-answers.ts'
import { type CachedPage, pageBytes } from './http/cached-pages.ts'
import { createIdempotency } from './http/idempotency.ts'
import { createAccessTokens } from './platform/access-tokens.ts'
import type { OnBehalfOf } from './platform/actor.ts'
import { createAttempts } from './platform/attempts.ts'
import { createAnswerCache } from './platform/cache/answer-cache.ts'
import { type Clock, type NewId, newId, systemClock } from './platform/clock.ts'
import { createBoundedReads } from './platform/db/bounded-reads.ts'
import type { Database } from './platform/db/database.ts'
import { startNotifyListener } from './platform/db/notify-listener.ts'
import { createCursors } from './platform/db/paging.ts'
import { createPublicReads } from './platform/db/public-reads.ts'
import { jobs } from './platform/jobs/jobs.ts'
import type { Log } from './platform/log.ts'
import { createMetrics } from './platform/metrics.ts'
import { createAddressReader } from './platform/network-address.ts'
import type { PaymentGateway } from './platform/payments/payments.ts'
import { createProviderAttempts } from './platform/payments/provider-attempts.ts'
import { clockMovedChannel, createProductClock } from './platform/product-clock.ts'
import { createRateLimiter } from './platform/rate-limiter.ts'
import { createSealing } from './platform/sealing.ts'
import { shareSockets } from './realtime/shared-sockets.ts'
import { createSocketHub } from './realtime/socket-hub.ts'

const lastWordWithinMs = 1000

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
  /** For tests that cut the product off between two steps. */
  aroundPayments?: (gateway: PaymentGateway) => PaymentGateway
  /** Tests and development: answers are held against the contract. */
  isStrict?: boolean
}

/** Builds every dependency once, by hand, top to bottom. */
export function compose(options: ComposeOptions) {
  const {
    config,
    db,
    databaseUrl,
    log,
    publicUrl,
    clock: realClock = systemClock,
    isStrict = false,
  } = options
  const makeId = options.newId ?? newId
  // Rules read the product's clock; sessions, tokens, tries and caches the real one.
  const clock = createProductClock(realClock)
  const secret = new TextEncoder().encode(options.tokenSecret)
  const base = { db, clock, newId: makeId, jobs, log, publicUrl, cursors: createCursors(secret) }
  const realBase = { ...base, clock: realClock }

  // The outside world
  const accessTokens = createAccessTokens({ secret, clock: realClock })
  const refreshTokens = createRefreshTokens(secret)
  const outside = composeOutside({ ...base, config, secret, aroundPayments: options.aroundPayments })
  const { redis, transport, mails, payments, organizerEmail, pushSender } = outside
  const images = createImages({
    ...base,
    ...outside.stores,
    cloudName: config.cloudinary?.cloudName,
  })

  // Who is calling, and what must reach every process
  const searchWords = createSearchWords(base)
  const told = { clock: realClock, isTold: () => listener.isListening() }
  const [ofAnswers, ofPages] = [config.cacheBytes * (2 / 3), config.cacheBytes / 3]
  const answers = createAnswerCache<CachedAnswer>({
    ...told,
    bytesMax: ofAnswers,
    sizeOf: answerBytes,
    keptMs: 30_000,
  })
  const pages = createAnswerCache<CachedPage>({
    ...told,
    bytesMax: ofPages,
    sizeOf: pageBytes,
    keptMs: 10_000,
  })
  const publicReads = createPublicReads({
    db,
    replicaUrl: config.databaseReplicaUrl,
    log,
    isTold: () => listener.isListening(),
  })
  const searchReads = createBoundedReads({
    db,
    reads: publicReads,
    connections: limits.searchesAtOnce + limits.longSearchesAtOnce,
    statementMs: limits.searchStatementMs,
    log,
  })
  const mentorsChanged = () => {
    publicReads.changed()
    answers.clear()
    pages.clear()
  }
  const revocations = createRevocations({
    db,
    clock: realClock,
    accessTokens,
    isListening: () => listener.isListening(),
  })
  const listener = startNotifyListener({
    url: databaseUrl,
    log,
    handlers: {
      session_revoked: (sessionId) => revocations.add(sessionId),
      [searchChangedChannel]: mentorsChanged,
      [searchTermsChannel]: (payload) => searchWords.heard(payload),
      [clockMovedChannel]: () =>
        void clock.load(db).catch((err) => log.warn({ err }, 'the clock could not be read')),
    },
    async onConnected() {
      await clock.load(db)
      searchWords.forget()
      mentorsChanged()
      await revocations.catchUp()
    },
  })
  const limiter = createRateLimiter({ factor: config.rateLimitFactor, redis })
  const addresses = createAddressReader(config.trustedProxies)
  const attempts = createAttempts({ ...realBase, secret, factor: config.rateLimitFactor })
  const guessLimits = createGuessLimits({ attempts })
  const deviceMarks = createDeviceMarks(secret)
  const codes = createOneTimeCodes({ ...base, secret })
  const ownPassword = createOwnPassword({ ...base, attempts, codes })
  const twoStep = createTwoStep({
    ...realBase,
    ownPassword,
    attempts,
    sealing: createSealing(secret, 'two-step sign-in'),
    productName: config.productName,
    isRequiredForModerators: !config.isDemo,
  })
  const loginSessions = createLoginSessions({
    ...realBase,
    accessTokens,
    refreshTokens,
    knownDevices: createKnownDevices({ ...realBase, mails }),
  })
  const mailboxProofs = createMailboxProofs({ loginSessions })
  const onBehalfOf: OnBehalfOf = (actor, work) => db.onBehalfOf((tx) => loginSessions.hold(tx, actor), work)
  const metrics =
    config.metrics &&
    createMetrics({ db, sockets: () => hub.connections(), replicaLagSeconds: publicReads.lagSeconds })
  const hub = createSocketHub({
    identify: revocations.identify,
    admit: twoStep.admit,
    onBehalfOf,
    log,
    origin: publicUrl,
    ...(metrics ? { onAnswered: metrics.event } : {}),
    adapter: redis && shareSockets(redis),
    limiter,
    addresses,
    factor: config.rateLimitFactor,
  })
  // What other processes said meanwhile has not come here, nor what was said here to them.
  redis?.onReturn(hub.announceGap)
  revocations.onRevoked((sessionId) => {
    // Whoever is in a room hears why before the socket goes; a slow database must not keep anybody inside.
    const longest = sleep(lastWordWithinMs, undefined, { ref: false })
    const lastWord = Promise.race([liveRooms.sessionEnded(sessionId), longest])
    void lastWord.then(() => hub.endSession(sessionId))
  })
  const { realtime } = hub

  // Features
  const emailVerifications = createEmailVerifications({ ...base, mails, ownPassword })
  const accounts = createAccounts({
    ...base,
    loginSessions,
    emailVerifications,
    guessLimits,
    deviceMarks,
    twoStep,
  })
  const googleSignIn = createGoogleSignIn({
    ...base,
    secret,
    provider: outside.identityProvider,
    loginSessions,
    mailboxProofs,
    mails,
  })
  const recipients = createMailRecipients({ ...base, secret })
  const notifications = createNotifications({ ...base, realtime })
  const contact = createContact({ ...base, configured: config.contactEmail })
  const moderators = createModerators()
  const moderationNotices = createModerationNotices({
    ...base,
    realtime,
    moderators,
    mails,
    recipients,
    notifications,
    contact,
  })
  const pushNotices = createPushNotices({ ...base, realClock, sender: pushSender })
  const searchIndex = createSearchIndex(base)
  searchIndex.onChange({ terms: searchWords.add, changed: mentorsChanged })
  const search = createSearch({ ...base, db: publicReads, searchReads, words: searchWords })
  const searchReindex = createSearchReindex(base)
  const mentorPrices = createMentorPrices({ ...base, payments })
  const receipts = createReceipts({ ...base, mails, recipients })
  const enrollments = createEnrollments(base)
  const dealings = createDealings(base)
  const blockedPeople = createBlockedPeople({ ...base, dealings })
  const rights = createWritingRights(base)
  const conversations = createConversations({ ...base, realtime, rights, notifications })
  const messages = createMessages({
    ...base,
    realtime,
    conversations,
    loginSessions,
    notifications,
    pushNotices,
    rights,
  })
  const community = createCommunity({ ...base, realtime, enrollments, blockedPeople })
  const presence = createPresence({ ...base, realtime })
  const { rooms } = hub
  const liveAccess = createLiveAccess({ ...base, realClock, conversations, turn: config.turn })
  const liveRooms = createLiveRooms({ ...base, rooms, access: liveAccess })
  const liveNotes = createLiveNotes({ ...base, rooms, access: liveAccess })
  const attendance = createAttendance({ ...base, enrollments, notifications })
  hub.onGone(liveRooms.dropped)
  const unreadMails = createUnreadMails({ ...base, mails, recipients })
  const notices = createPaymentNotices({ ...base, mails, recipients, notifications })
  const admission = createAdmission({ ...base, conversations, notifications, receipts, notices })
  const reconciliation = createReconciliation({ ...base, payments, admission, receipts, notices })
  const payers = createPayers({ ...base, payments })
  const checkouts = createCheckouts({
    ...base,
    payments,
    enrollments,
    blockedPeople,
    reconciliation,
    payers,
    mentorPrices,
  })
  const subscriptions = createSubscriptions({ ...base, payments, enrollments, reconciliation })
  const unwinding = createUnwinding({ ...base, payments, reconciliation, notices })
  const audit = createAudit(base)
  const failedRefunds = createFailedRefunds({ ...base, payments, notices, notifications, moderators, audit })
  const providerEvents = createProviderEvents({ ...base, payments, reconciliation, failedRefunds })
  const comparison = createComparison({ ...base, payments, reconciliation, mentorPrices })
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
    organizerEmail,
    pushNotices,
  })
  const slotReminders = createSlotReminders({ ...base, slotMails })
  const slots = createSlots({ ...base, enrollments, announcements, blockedPeople, slotMails })
  const series = createSlotSeries({ ...base, announcements })
  const bookingNotices = createBookingNotices({ notifications, slotMails, announcements })
  const bookings = createBookings({
    ...base,
    enrollments,
    bookingNotices,
    conversations,
    slotMails,
  })
  const bookSession = createSessionBookings({ ...base, enrollments, loginSessions, bookingNotices })
  const slotRelease = createSlotRelease({
    ...base,
    enrollments,
    slotMails,
    announcements,
  })
  const mentors = createMentors({ ...base, publicReads, images, mentorPrices, searchIndex })
  const reapplications = createReapplications(base)
  const applications = createApplications({
    ...base,
    mails,
    emailVerifications,
    mailboxProofs,
    reapplications,
    moderationNotices,
  })
  const reviews = createReviews({ ...base, publicReads, searchIndex, mails, recipients, notifications })
  const applicants = createApplicants({
    ...base,
    audit,
    mails,
    mentorPrices,
    searchIndex,
    reapplications,
    moderationNotices,
  })
  const blocking = createBlocking({
    ...base,
    audit,
    loginSessions,
    searchIndex,
    slotRelease,
    enrollments,
    notices,
    moderationNotices,
  })
  const people = createPeople(base)
  const tickets = createTickets({ ...base, audit, blocking, dealings, moderationNotices })
  const personFiles = createPersonFiles({ ...base, people, slots, tickets, audit })
  const blockPreviews = createBlockPreviews({ ...base, enrollments })
  const profiles = createProfiles({ ...base, images, dealings, blockedPeople })
  const passwords = createPasswords({
    ...base,
    mails,
    codes,
    ownPassword,
    loginSessions,
    mailboxProofs,
    guessLimits,
    deviceMarks,
  })
  const dataExport = createDataExport({ ...base, mails })
  const erasure = createErasure({
    ...base,
    ownPassword,
    images,
    loginSessions,
    enrollments,
    payers,
    notices,
    slotRelease,
    searchIndex,
  })
  const calendarFeeds = createCalendarFeeds({ ...base, secret, productName: config.productName })
  const stats = createStats(base)

  const routes = [
    ...installationRoutes({
      clock,
      contact,
      installation: describeInstallation(
        config,
        payments?.mode ?? 'none',
        googleSignIn.isOffered,
        pushSender.publicKey,
      ),
    }),
    ...accountRoutes({ accounts, loginSessions }),
    ...accountSettingsRoutes({
      loginSessions,
      passwords,
      twoStep,
      profiles,
      emailVerifications,
      blockedPeople,
      erasure,
      dataExport,
      calendarFeeds,
      pushNotices,
    }),
    ...mentorRoutes({ mentors, applications, enrollments, reviews, profiles }),
    ...searchRoutes({ search }),
    ...enrollmentRoutes({ enrollments, checkouts, subscriptions, payers, payments }),
    ...slotRoutes({ slots, series, bookings, bookSession }),
    ...chatRoutes({ conversations, messages, community }),
    ...liveRoutes({ liveAccess, liveNotes }),
    ...notificationRoutes({ notifications }),
    ...reviewRoutes({ reviews }),
    ...moderationRoutes({ applicants, blocking, people, personFiles, blockPreviews, failedRefunds, audit }),
    ...ticketRoutes({ tickets }),
    ...statsRoutes({ stats }),
    ...imageRoutes({ images }),
  ]

  const jobHandlers = composeJobs({
    ...base,
    realClock,
    attempts,
    attendance,
    comparison,
    images,
    mails,
    mentorPrices,
    passwords,
    payers,
    providerAttempts: createProviderAttempts(base),
    providerEvents,
    pushNotices,
    searchIndex,
    searchReindex,
    slotReminders,
    unreadMails,
    unwinding,
  })

  const demoClock = createDemoClock({
    db,
    clock,
    ...clockWork(jobHandlers, { comparison, attendance, slotReminders, unreadMails }),
  })

  return {
    ...base,
    demoClock,
    config,
    isStrict,
    routes,
    limiter,
    addresses,
    sandbox: outside.sandbox,
    readEvent: outside.readEvent,
    events: providerEvents,
    sandboxIdentity: outside.sandboxIdentity,
    hasOutbox: outside.hasOutbox,
    mails,
    recipients,
    accounts,
    googleSignIn,
    calendarFeeds,
    images,
    uploadsDir: outside.uploadsDir,
    answers,
    pages,
    hub,
    identify: revocations.identify,
    onBehalfOf,
    admit: twoStep.admit,
    once: createIdempotency(base),
    jobHandlers: metrics?.aroundJobs(jobHandlers) ?? jobHandlers,
    metrics,
    publicReads,
    searchReads,
    readiness: { isReady: false },
    socketHandlers: { ...chatEvents({ conversations }), ...liveEvents({ liveRooms, liveNotes }) },
    liveRooms,
    presence,
    redis,
    search,
    searchIndex,
    searchReindex,
    mentorPrices,
    closeListener: () => listener.close(),
    closeRedis: async () => redis?.close(),
    closeMail: () => transport.close(),
  }
}
export type App = ReturnType<typeof compose>

/** Where the built web files lie, seen from the server's build. */
export const webBuildDir = join(import.meta.dirname, '../../web/build')
