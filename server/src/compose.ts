import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { limits } from '@marga/contract/limits'
import { clockWork, composeJobs } from './compose-jobs.ts'
import type { Config } from './config.ts'
import { describeInstallation } from './describe-installation.ts'
import { accountSettingsRoutes } from './features/accounts/account-settings.routes.ts'
import { accountRoutes } from './features/accounts/accounts.routes.ts'
import { createAccounts } from './features/accounts/accounts.service.ts'
import { createBlockedPeople } from './features/accounts/blocked-people.service.ts'
import { createDataExport } from './features/accounts/data-export.service.ts'
import { createEmailVerifications } from './features/accounts/email-verifications.service.ts'
import { createErasure } from './features/accounts/erasure.service.ts'
import { createGoogleSignIn } from './features/accounts/google-sign-in.service.ts'
import { createKnownDevices } from './features/accounts/known-devices.service.ts'
import { createLoginRateLimiter } from './features/accounts/login-rate-limiter.service.ts'
import { createLoginSessions } from './features/accounts/login-sessions.service.ts'
import { createMailRecipients } from './features/accounts/mail-recipients.service.ts'
import { createMailboxProofs } from './features/accounts/mailbox-proofs.service.ts'
import { createModerators } from './features/accounts/moderators.service.ts'
import { createOneTimeCodes } from './features/accounts/one-time-codes.service.ts'
import { createOwnPassword } from './features/accounts/own-password.service.ts'
import { createPasswords } from './features/accounts/passwords.service.ts'
import { createProfiles } from './features/accounts/profile.service.ts'
import { createRefreshTokens } from './features/accounts/refresh-tokens.rules.ts'
import { createRelationships } from './features/accounts/relationships.service.ts'
import { createRevocations } from './features/accounts/revocations.service.ts'
import { createTrustedDevices } from './features/accounts/trusted-device.rules.ts'
import { createTwoFactor } from './features/accounts/two-factor.service.ts'
import { createCalendarFeeds } from './features/calendar/calendar-feeds.service.ts'
import { chatEvents } from './features/chat/chat.realtime.ts'
import { chatRoutes } from './features/chat/chat.routes.ts'
import { createChatPolicy } from './features/chat/chat-policy.service.ts'
import { createCommunity } from './features/chat/community.service.ts'
import { createConversations } from './features/chat/conversations.service.ts'
import { createMessages } from './features/chat/messages.service.ts'
import { createPresence } from './features/chat/presence.service.ts'
import { createUnreadMails } from './features/chat/unread-mails.service.ts'
import { createDemoClock } from './features/demo-clock/demo-clock.service.ts'
import { createActivation } from './features/enrollments/activation.service.ts'
import { createBillingCustomers } from './features/enrollments/billing-customers.service.ts'
import { createCheckouts } from './features/enrollments/checkouts.service.ts'
import { enrollmentRoutes } from './features/enrollments/enrollments.routes.ts'
import { createEnrollments } from './features/enrollments/enrollments.service.ts'
import { createFailedRefunds } from './features/enrollments/failed-refunds.service.ts'
import { createMentorPrices } from './features/enrollments/mentor-prices.service.ts'
import { createPaymentNotifications } from './features/enrollments/payment-notifications.service.ts'
import { createProviderEvents } from './features/enrollments/provider-events.service.ts'
import { createReceipts } from './features/enrollments/receipts.service.ts'
import { createReconciliation } from './features/enrollments/reconciliation.service.ts'
import { createSubscriptionSync } from './features/enrollments/subscription-sync.service.ts'
import { createSubscriptions } from './features/enrollments/subscriptions.service.ts'
import { createTermination } from './features/enrollments/termination.service.ts'
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
import { createModerationNotifications } from './features/moderation/moderation-notifications.service.ts'
import { createPeople } from './features/moderation/people.service.ts'
import { createUserDossiers } from './features/moderation/user-dossier.service.ts'
import { notificationRoutes } from './features/notifications/notifications.routes.ts'
import { createNotifications } from './features/notifications/notifications.service.ts'
import { createPushNotifications } from './features/notifications/push-notifications.service.ts'
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
import { createSearchVocabulary } from './features/search/search-vocabulary.service.ts'
import { createBookingNotifications } from './features/slots/booking-notifications.service.ts'
import { createBookings } from './features/slots/bookings.service.ts'
import { createSlotEvents } from './features/slots/slot-events.service.ts'
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
import { type CachedPage, pageBytes } from './http/cached-pages.ts'
import { type CachedResponse, responseBytes } from './http/cached-responses.ts'
import { createIdempotency } from './http/idempotency.ts'
import { createInfrastructure } from './infrastructure.ts'
import { createAccessTokens } from './platform/access-tokens.ts'
import type { RunAsSession } from './platform/actor.ts'
import { createAttemptLimiter } from './platform/attempt-limiter.ts'
import { createResponseCache } from './platform/cache/response-cache.ts'
import { type Clock, type NewId, newId, systemClock } from './platform/clock.ts'
import { createBoundedReads } from './platform/db/bounded-reads.ts'
import type { Database } from './platform/db/database.ts'
import { startNotifyListener } from './platform/db/notify-listener.ts'
import { createCursors } from './platform/db/paging.ts'
import { createEncryption } from './platform/encryption.ts'
import { jobs } from './platform/jobs/jobs.ts'
import type { Log } from './platform/log.ts'
import { createMetrics } from './platform/metrics.ts'
import { createAddressReader } from './platform/network-address.ts'
import type { PaymentGateway } from './platform/payments/payments.ts'
import { createProviderAttempts } from './platform/payments/provider-attempts.ts'
import { clockMovedChannel, createProductClock } from './platform/product-clock.ts'
import { createRateLimiter } from './platform/rate-limiter.ts'
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
  const infrastructure = createInfrastructure({
    ...base,
    config,
    secret,
    aroundPayments: options.aroundPayments,
  })
  const { redis, transport, mails, payments, organizerEmail, pushSender } = infrastructure
  const images = createImages({
    ...base,
    ...infrastructure.stores,
    cloudName: config.cloudinary?.cloudName,
  })

  // Who is calling, and what must reach every process
  const searchVocabulary = createSearchVocabulary(base)
  const cacheOptions = { clock: realClock, isListening: () => listener.isListening() }
  const [responseBytesMax, pageBytesMax] = [config.cacheBytes * (2 / 3), config.cacheBytes / 3]
  const responses = createResponseCache<CachedResponse>({
    ...cacheOptions,
    bytesMax: responseBytesMax,
    sizeOf: responseBytes,
    ttlMs: 30_000,
  })
  const pages = createResponseCache<CachedPage>({
    ...cacheOptions,
    bytesMax: pageBytesMax,
    sizeOf: pageBytes,
    ttlMs: 10_000,
  })
  const searchReads = createBoundedReads({
    db,
    connections: limits.searchesAtOnce + limits.longSearchesAtOnce,
    statementMs: limits.searchStatementMs,
    log,
  })
  const mentorsChanged = () => {
    responses.clear()
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
      [searchTermsChannel]: (payload) => searchVocabulary.onNotify(payload),
      [clockMovedChannel]: () =>
        void clock.load(db).catch((err) => log.warn({ err }, 'the clock could not be read')),
    },
    async onConnected() {
      await clock.load(db)
      searchVocabulary.forget()
      mentorsChanged()
      await revocations.catchUp()
    },
  })
  const limiter = createRateLimiter({ factor: config.rateLimitFactor, redis })
  const addresses = createAddressReader(config.trustedProxies)
  const attempts = createAttemptLimiter({ ...realBase, secret, factor: config.rateLimitFactor })
  const loginRateLimiter = createLoginRateLimiter({ attempts })
  const trustedDevices = createTrustedDevices(secret)
  const codes = createOneTimeCodes({ ...base, secret })
  const ownPassword = createOwnPassword({ ...base, attempts, codes })
  const twoFactor = createTwoFactor({
    ...realBase,
    ownPassword,
    attempts,
    encryption: createEncryption(secret, 'two-step sign-in'),
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
  const runAsSession: RunAsSession = (actor, work) =>
    db.runAsSession((tx) => loginSessions.hold(tx, actor), work)
  const metrics = config.metrics && createMetrics({ db, sockets: () => hub.connections() })
  const hub = createSocketHub({
    identify: revocations.identify,
    requireTwoFactorSetup: twoFactor.requireTwoFactorSetup,
    runAsSession,
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
    loginRateLimiter,
    trustedDevices,
    twoFactor,
  })
  const googleSignIn = createGoogleSignIn({
    ...base,
    secret,
    provider: infrastructure.identityProvider,
    loginSessions,
    mailboxProofs,
    mails,
  })
  const recipients = createMailRecipients({ ...base, secret })
  const notifications = createNotifications({ ...base, realtime })
  const contact = createContact({ ...base, configured: config.contactEmail })
  const moderators = createModerators()
  const moderationNotifications = createModerationNotifications({
    ...base,
    realtime,
    moderators,
    mails,
    recipients,
    notifications,
    contact,
  })
  const pushNotifications = createPushNotifications({ ...base, realClock, sender: pushSender })
  const searchIndex = createSearchIndex(base)
  searchIndex.onChange({ terms: searchVocabulary.add, changed: mentorsChanged })
  const search = createSearch({ ...base, searchReads, words: searchVocabulary })
  const searchReindex = createSearchReindex(base)
  const mentorPrices = createMentorPrices({ ...base, payments })
  const receipts = createReceipts({ ...base, mails, recipients })
  const enrollments = createEnrollments(base)
  const relationships = createRelationships(base)
  const blockedPeople = createBlockedPeople({ ...base, relationships })
  const chatPolicy = createChatPolicy(base)
  const conversations = createConversations({ ...base, realtime, chatPolicy, notifications })
  const messages = createMessages({
    ...base,
    realtime,
    conversations,
    loginSessions,
    notifications,
    pushNotifications,
    chatPolicy,
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
  const paymentNotifications = createPaymentNotifications({ ...base, mails, recipients, notifications })
  const activation = createActivation({
    ...base,
    conversations,
    notifications,
    receipts,
    paymentNotifications,
  })
  const subscriptionSync = createSubscriptionSync({
    ...base,
    payments,
    activation,
    receipts,
    paymentNotifications,
  })
  const billingCustomers = createBillingCustomers({ ...base, payments })
  const checkouts = createCheckouts({
    ...base,
    payments,
    enrollments,
    blockedPeople,
    subscriptionSync,
    billingCustomers,
    mentorPrices,
  })
  const subscriptions = createSubscriptions({ ...base, payments, enrollments, subscriptionSync })
  const termination = createTermination({ ...base, payments, subscriptionSync, paymentNotifications })
  const audit = createAudit(base)
  const failedRefunds = createFailedRefunds({
    ...base,
    payments,
    paymentNotifications,
    notifications,
    moderators,
    audit,
  })
  const providerEvents = createProviderEvents({ ...base, payments, subscriptionSync, failedRefunds })
  const reconciliation = createReconciliation({ ...base, payments, subscriptionSync, mentorPrices })
  const slotEvents = createSlotEvents({
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
    pushNotifications,
  })
  const slotReminders = createSlotReminders({ ...base, slotMails })
  const slots = createSlots({ ...base, enrollments, slotEvents, blockedPeople, slotMails })
  const series = createSlotSeries({ ...base, slotEvents })
  const bookingNotifications = createBookingNotifications({ notifications, slotMails, slotEvents })
  const bookings = createBookings({
    ...base,
    enrollments,
    bookingNotifications,
    conversations,
    slotMails,
  })
  const slotRelease = createSlotRelease({
    ...base,
    enrollments,
    slotMails,
    slotEvents,
  })
  const mentors = createMentors({ ...base, images, mentorPrices, searchIndex })
  const reapplications = createReapplications(base)
  const applications = createApplications({
    ...base,
    mails,
    emailVerifications,
    mailboxProofs,
    reapplications,
    moderationNotifications,
  })
  const reviews = createReviews({ ...base, searchIndex, mails, recipients, notifications })
  const applicants = createApplicants({
    ...base,
    audit,
    mails,
    mentorPrices,
    searchIndex,
    reapplications,
    moderationNotifications,
  })
  const blocking = createBlocking({
    ...base,
    audit,
    loginSessions,
    searchIndex,
    slotRelease,
    enrollments,
    paymentNotifications,
    moderationNotifications,
  })
  const people = createPeople(base)
  const tickets = createTickets({ ...base, audit, blocking, relationships, moderationNotifications })
  const userDossiers = createUserDossiers({ ...base, people, slots, tickets, audit })
  const blockPreviews = createBlockPreviews({ ...base, enrollments })
  const profiles = createProfiles({ ...base, images, relationships, blockedPeople })
  const passwords = createPasswords({
    ...base,
    mails,
    codes,
    ownPassword,
    loginSessions,
    mailboxProofs,
    loginRateLimiter,
    trustedDevices,
  })
  const dataExport = createDataExport({ ...base, mails })
  const erasure = createErasure({
    ...base,
    ownPassword,
    images,
    loginSessions,
    enrollments,
    billingCustomers,
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
      twoFactor,
      profiles,
      emailVerifications,
      blockedPeople,
      erasure,
      dataExport,
      calendarFeeds,
      pushNotifications,
    }),
    ...mentorRoutes({ mentors, applications, enrollments, reviews, profiles }),
    ...searchRoutes({ search }),
    ...enrollmentRoutes({ enrollments, checkouts, subscriptions, billingCustomers, payments }),
    ...slotRoutes({ slots, series, bookings }),
    ...chatRoutes({ conversations, messages, community }),
    ...liveRoutes({ liveAccess, liveNotes }),
    ...notificationRoutes({ notifications }),
    ...reviewRoutes({ reviews }),
    ...moderationRoutes({ applicants, blocking, people, userDossiers, blockPreviews, failedRefunds, audit }),
    ...ticketRoutes({ tickets }),
    ...statsRoutes({ stats }),
    ...imageRoutes({ images }),
  ]

  const jobHandlers = composeJobs({
    ...base,
    realClock,
    attempts,
    attendance,
    reconciliation,
    images,
    mails,
    mentorPrices,
    passwords,
    billingCustomers,
    providerAttempts: createProviderAttempts(base),
    providerEvents,
    pushNotifications,
    searchIndex,
    searchReindex,
    slotReminders,
    unreadMails,
    termination,
  })

  const demoClock = createDemoClock({
    db,
    clock,
    ...clockWork(jobHandlers, { reconciliation, attendance, slotReminders, unreadMails }),
  })

  return {
    ...base,
    demoClock,
    config,
    isStrict,
    routes,
    limiter,
    addresses,
    sandbox: infrastructure.sandbox,
    readEvent: infrastructure.readEvent,
    events: providerEvents,
    sandboxIdentity: infrastructure.sandboxIdentity,
    hasOutbox: infrastructure.hasOutbox,
    mails,
    recipients,
    accounts,
    googleSignIn,
    calendarFeeds,
    images,
    uploadsDir: infrastructure.uploadsDir,
    responses,
    pages,
    hub,
    identify: revocations.identify,
    runAsSession,
    requireTwoFactorSetup: twoFactor.requireTwoFactorSetup,
    withIdempotency: createIdempotency(base),
    jobHandlers: metrics?.aroundJobs(jobHandlers) ?? jobHandlers,
    metrics,
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
