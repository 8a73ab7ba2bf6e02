import type { Caches } from './caches.ts'
import { type Config, operatorOf } from './config.ts'
import { describeInstallation } from './describe-installation.ts'
import { createAccountsModule } from './features/accounts/module.ts'
import { createAvailabilityModule } from './features/availability/module.ts'
import { createCalendarModule } from './features/calendar/module.ts'
import { createCasesModule } from './features/cases/module.ts'
import { createChatModule } from './features/chat/module.ts'
import { createDisputesModule } from './features/disputes/module.ts'
import { createEnrollmentsModule } from './features/enrollments/module.ts'
import { createFavouritesModule } from './features/favourites/module.ts'
import { createImagesModule } from './features/images/module.ts'
import { createInstallationModule } from './features/installation/module.ts'
import { createLiveModule } from './features/live/module.ts'
import { createMentorsModule } from './features/mentors/module.ts'
import { createModerationModule } from './features/moderation/module.ts'
import { createModeratorsModule } from './features/moderators/module.ts'
import { createNotificationsModule } from './features/notifications/module.ts'
import { createPlacesModule } from './features/places/module.ts'
import { createPrivacyModule } from './features/privacy/module.ts'
import { createResponseTimesModule } from './features/response-times/module.ts'
import { createReviewsModule } from './features/reviews/module.ts'
import { createSearchModule } from './features/search/module.ts'
import { createSessionCreditsModule } from './features/session-credits/module.ts'
import { createSitePagesModule } from './features/site-pages/module.ts'
import { createSlotsModule } from './features/slots/module.ts'
import { createStatsModule } from './features/stats/module.ts'
import { createTicketsModule } from './features/tickets/module.ts'
import { createTimeRequestsModule } from './features/time-requests/module.ts'
import type { createInfrastructure } from './infrastructure.ts'
import type { Core } from './platform/core.ts'
import type { PersonalData } from './platform/personal-data.ts'
import type { Siblings } from './platform/siblings/siblings.ts'
import { createRealtime } from './realtime/module.ts'

type Needs = {
  core: Core
  config: Config
  outside: ReturnType<typeof createInfrastructure>
  siblings: Siblings | undefined
  caches: Caches
  isListening: () => boolean
}

/** Every feature in its order: what stands higher knows nothing of what stands lower, but by a port. */
export function createFeatures(needs: Needs) {
  const foundation = createFoundation(needs)
  const mentoring = createMentoring(needs, foundation, {
    openCase: (tx, of) => oversight.tickets.open(tx, { ...of, raisedBy: null, context: null }),
    onRefundWithdrawn: (tx, refund) => oversight.refundGrants.onRefundWithdrawn(tx, refund),
  })
  const oversight = createOversight(needs, foundation, mentoring)
  const { images, calendar } = foundation
  const { places, enrollments, sessionCredits, responseTimes, availability, chat } = mentoring
  const { slots, timeRequests, live, common } = mentoring
  const modules = [...foundation.modules, ...mentoring.modules, ...oversight.modules]
  return {
    modules,
    routes: modules.flatMap(({ routes }) => routes),
    socketHandlers: { ...chat.socketEvents, ...live.socketEvents },
    due: {
      ...{ enrollments, sessionCredits, places, timeRequests, live },
      ...oversight.due,
      ...{ responseTimes, slots, availability, chat },
    },
    services: {
      ...common,
      ...images.service,
      ...calendar.service,
      ...chat.service,
      ...live.service,
      ...responseTimes.service,
    },
  }
}

/** Who people are, and how they are reached: what every other feature is built on. */
function createFoundation({ core, config, outside, siblings, isListening }: Needs) {
  const installation = createInstallationModule({
    ...core,
    contactEmail: config.contactEmail,
    describe: () => describeInstallation(config, outside, accounts.service.googleSignIn.isOffered),
  })
  const sitePages = createSitePagesModule({
    ...core,
    ...installation.service,
    mails: outside.mails,
    dataDir: config.dataDir,
    operator: operatorOf(config),
    rateLimitFactor: config.rateLimitFactor,
  })
  const images = createImagesModule({ ...core, ...outside.stores, config })
  const accounts = createAccountsModule({
    ...core,
    ...outside,
    ...images.service,
    ...sitePages.service,
    isListening,
    rateLimitFactor: config.rateLimitFactor,
    isTwoFactorRequired: !config.isDemo,
  })
  const sockets = createRealtime({ ...core, ...outside, ...accounts.service, config, siblings })
  const calendar = createCalendarModule(core)
  const base = { ...core, ...outside, ...accounts.service, ...sockets }
  const notifications = createNotificationsModule(base)
  const moderators = createModeratorsModule({
    ...base,
    ...installation.service,
    ...notifications.service,
    rateLimitFactor: config.rateLimitFactor,
    eraseAccount: async (tx, id) => {
      for (const { personalData } of [notifications, accounts]) await personalData.erase(tx, { id })
    },
  })
  return {
    ...{ images, accounts, calendar, notifications },
    modules: [installation, sitePages, images, accounts, calendar, notifications, moderators],
    common: {
      ...base,
      ...installation.service,
      ...sitePages.service,
      ...notifications.service,
      ...moderators.service,
    },
  }
}

type Foundation = ReturnType<typeof createFoundation>

type MentoringPorts = Pick<Parameters<typeof createResponseTimesModule>[0], 'openCase'> &
  Pick<Parameters<typeof createEnrollmentsModule>[0], 'onRefundWithdrawn'>

/** What mentees and mentors come for: finding each other, subscribing, writing, booking and meeting. */
function createMentoring({ core, config, caches }: Needs, foundation: Foundation, ports: MentoringPorts) {
  const places = createPlacesModule({
    ...foundation.common,
    hasNoTimes: (mentorId) => search.service.search.hasNoTimes(mentorId),
  })
  const search = createSearchModule({
    ...core,
    onMentorChanged: caches.evict,
    searchMs: config.searchMs,
  })
  const favourites = createFavouritesModule(core)
  const sessionCredits = createSessionCreditsModule(foundation.common)
  const enrollments = createEnrollmentsModule({
    ...{ ...foundation.common, ...sessionCredits.service, ...places.service, ...ports },
    search: search.service.search,
    openConversation: (tx, pair) => chat.service.conversations.ensure(tx, pair),
    cancelUnpaidSessions: (tx, slotIds, of) => slots.service.slotRelease.releaseAmong(tx, slotIds, of),
  })
  const common = {
    ...foundation.common,
    ...places.service,
    ...search.service,
    ...sessionCredits.service,
    ...enrollments.service,
  }
  const reviews = createReviewsModule(common)
  const responseTimes = createResponseTimesModule({ ...common, ...ports })
  const availability = createAvailabilityModule({
    ...common,
    ...responseTimes.service,
    findBookedAhead: (db, mentorId, limit) => slots.service.slots.bookedAhead(db, mentorId, limit),
  })
  const mentors = createMentorsModule({
    ...common,
    ...foundation.images.service,
    ...reviews.service,
    ...availability.service,
  })
  const chat = createChatModule({ ...common, ...responseTimes.service })
  const { rateLimitFactor } = config
  const slots = createSlotsModule({ ...common, ...chat.service, ...availability.service, rateLimitFactor })
  const timeRequests = createTimeRequestsModule({ ...common, ...slots.service })
  const live = createLiveModule({ ...common, ...chat.service, turn: config.turn })
  const features = {
    ...{ places, search, favourites, sessionCredits, enrollments, reviews, responseTimes, availability },
    ...{ mentors, chat, slots, timeRequests, live },
  }
  return {
    ...features,
    modules: Object.values(features),
    common,
  }
}
type Mentoring = ReturnType<typeof createMentoring>

/** What moderators do, and what is done with the data of all features. */
function createOversight({ core }: Needs, foundation: Foundation, mentoring: Mentoring) {
  const { mentors, availability, responseTimes, slots, timeRequests, common } = mentoring
  const moderation = createModerationModule({
    ...{ ...common, ...foundation.images.service, ...mentors.service },
    ...availability.service,
    ...slots.service,
    ...timeRequests.service,
  })
  const tickets = createTicketsModule({
    ...common,
    ...moderation.service,
    disputes: {
      find: (db, ticketId) => disputes.service.disputeDecisions.find(db, ticketId),
      givenOfLate: (db, ticketId) => disputes.service.disputeDecisions.givenOfLate(db, ticketId),
      lock: (tx, ticketIds) => disputes.service.disputeDecisions.lock(tx, ticketIds),
      decide: (tx, ticketId, decision) => disputes.service.disputeDecisions.decide(tx, ticketId, decision),
    },
  })
  const disputes = createDisputesModule({
    ...common,
    ...slots.service,
    ...tickets.service,
    ...responseTimes.service,
  })
  const cases = createCasesModule({
    ...{ ...common, ...foundation.images.service, ...slots.service, ...moderation.service },
    ...{ ...tickets.service, ...disputes.service },
  })
  const stats = createStatsModule(core)
  const privacy = createPrivacyModule({
    ...common,
    ...slots.service,
    ...moderation.service,
    ...tickets.service,
    personalData: holdersOf(foundation, mentoring, { disputes, cases }),
  })
  return {
    due: { disputes, moderation },
    tickets: tickets.service.tickets,
    refundGrants: disputes.service.refundGrants,
    modules: [moderation, tickets, disputes, cases, stats, privacy],
  }
}

type Holder = { personalData: PersonalData }

/** What features hold about people, in the order in which it is erased. */
function holdersOf(foundation: Foundation, mentoring: Mentoring, of: { disputes: Holder; cases: Holder }) {
  const { images, accounts, notifications } = foundation
  const { places, timeRequests, slots, enrollments, chat } = mentoring
  const { reviews, availability, mentors, search, favourites } = mentoring
  const holders: Holder[] = [
    // While those who are told of it can still be told of whom.
    ...[places, timeRequests, slots, enrollments, of.disputes, of.cases, chat, notifications],
    ...[favourites, reviews, availability, images, mentors, accounts, search],
  ]
  return holders.map(({ personalData }) => personalData)
}
