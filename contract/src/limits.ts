/** Bounds and delays of the product. Units stand last in each name. */
export const limits = {
  pageSizeDefault: 20,
  pageSizeMax: 100,
  unpagedListMax: 500,

  nameMax: 80,
  emailMax: 254,
  passwordMin: 8,
  passwordMax: 128,
  bioMax: 5000,
  shortBioMax: 200,
  skillMax: 40,
  skillsMax: 30,
  languagesMax: 20,
  workingSinceMin: 1950,
  hourlyRateMin: 1,
  hourlyRateMax: 100_000,
  /** Whole rupees of what Stripe charges at once: eight digits of paise, as its client's own types say. */
  monthlyFeeMax: 999_999,
  messageMax: 4000,
  savedRepliesMax: 20,
  communityUnreadMax: 100,
  /** Browsers of a person that show notifications: those that were used last. */
  pushBrowsersMax: 10,
  slotTitleMax: 120,
  slotDescriptionMax: 2000,
  slotsAtOnceMax: 200,
  slotsInARowMax: 24,
  sessionMinutes: 60,
  introMinutes: 20,
  /** Of a time that one asked for and the other takes: later, who asked might not hear of it in time. */
  agreedAheadMinutes: 30,
  /** Of a pair, however often they are cancelled again. */
  introBookingsADay: 3,
  /** Of one person by one other: each round leaves a span of time that the mentor's response times are reckoned with. */
  unblocksOfOneADay: 20,
  slotRangeDaysMax: 62,
  availabilityRangeDaysMax: 14,
  availabilityMax: 50,
  suggestionsMax: 8,
  favouritesMax: 50,
  waitlistsMax: 50,
  facetValuesMax: 12,
  reviewTextMin: 20,
  reviewTextMax: 2000,
  ticketTextMax: 4000,
  ticketsADay: 20,
  /** Tickets about one person that a moderator sees, and closes, at once. */
  ticketsAtOnceMax: 50,
  /** Answers of an applicant since a moderator last wrote; and what is shown of their exchange, its newest. */
  applicantAnswersInARow: 20,
  applicantExchangeMax: 100,
  uploadBytesMax: 5 * 1024 * 1024,
  uploadPixelsMax: 40_000_000,
  bodyBytesMax: 256 * 1024,
  /** Requests of one process that are being answered; more are refused for a moment. */
  requestsUnderWayMax: 1000,
  /**
   * Searches that one process makes at once. Those of many words cost most by far and wait for each other alone, so
   * that nobody who looks for a name waits behind them.
   */
  searchesAtOnce: 6,
  longSearchesAtOnce: 2,
  /** Words of a search that is not long yet. */
  shortSearchWords: 4,
  /** More that wait are refused. */
  searchesWaitingMax: 200,
  /** Of one network address, which others must not wait for. RATE_LIMIT_FACTOR multiplies these four. */
  requestsUnderWayPerAddressMax: 100,
  bodiesPendingPerAddressMax: 30,
  connectionsPerAddressMax: 500,
  socketsPerAddressMax: 1000,
  /** Uploads of one person that are being read. */
  uploadsPerPersonMax: 3,
  /** Open sockets of one person in one process; events of one socket that are not yet acknowledged. */
  socketsPerPersonMax: 40,
  socketEventsUnderWayMax: 16,

  callsPerMonth: 4,
  /** Access goes on for so long after a renewal that failed. */
  paymentGraceDays: 3,
  /** A cancelled call is given back when the session was at least this far away. */
  callRefundHours: 12,
  /** A call that the mentor's side gave back is usable at least so long; a bonus so long. */
  returnedCallDays: 30,
  bonusCallDays: 60,
  bonusCallsPerPeriod: 2,
  /** The word before calls lapse. */
  lapseNoticeDays: 5,
  movesMax: 2,
  proposedTimesMax: 3,
  proposalTextMax: 500,
  /** A proposed move can be accepted until so long before the session. */
  proposalClosesHours: 2,
  pauseDaysMin: 7,
  pauseDaysMax: 30,
  /** A pause is asked for at least so long before the renewal, and once in so many days. */
  pauseNoticeHours: 48,
  pauseEveryDays: 90,
  /** A session can be contested so long after it was settled; each answer has so long. */
  contestHours: 72,
  disputeAnswerHours: 72,
  /** The reminder before such a deadline. */
  disputeReminderHours: 24,
  /** A complaint to the operator is confirmed within this. */
  grievanceAckHours: 48,
  disputeTextMin: 20,
  disputeTextMax: 2000,
  /** After a renewal of which nothing was used, a refund needs nobody's consent for so long. */
  unusedRenewalRefundHours: 24,
  /** A mentee's question is to be answered within this. */
  answerHours: 24,
  /** The one reminder, and the earliest that it may come where its own time is in the night. */
  answerNudgeHours: 16,
  answerNudgeEarliestHours: 12,
  /** No reminder from the first to the second, by the mentor's clock. */
  nightFromHour: 22,
  nightToHour: 7,
  /** So many late answers in so many days come to the moderators. */
  lateAnswersMax: 3,
  lateAnswersDays: 30,
  /** After so many silent days the mentee may end the subscription with a refund. */
  silentDays: 7,
  /** A mentee can say that something was no answer once in so many days, and so long after it. */
  notAnsweredEveryDays: 7,
  /** What cards show of a mentor's answers: of so many days, from so many answers on. */
  responseDays: 90,
  responsesMin: 10,
  /** The badge: at least so many answers, and so many of a hundred within 24 hours. */
  promptResponsesMin: 20,
  promptPercentMin: 95,
  vacationDaysMax: 60,
  vacationsMax: 20,
  /** Weekly hours, laid out as slots. */
  bufferMinutesMax: 30,
  noticeHoursMax: 72,
  horizonDaysMin: 7,
  horizonDaysMax: 60,
  rangesPerDayMax: 6,
  overridesMax: 120,
  sessionsPerDayMax: 24,
  sessionsPerWeekMax: 100,
  capacityMax: 1000,
  /** A place that became free is kept so long for whoever waits first; one that is being paid for so long. */
  placeOfferHours: 24,
  placeHoldMinutes: 35,
  /** Who let an offer pass is offered no other place with that mentor for so long. */
  placeOfferAgainDays: 7,
  /** A mentor without a time to book in so many days is not sold, from so many days after acceptance on. */
  bookableWithinDays: 14,
  /** Other calendars: how many, how long their addresses, how large, how long a reading may take, how often they are read. */
  busyFeedsMax: 3,
  feedUrlMax: 2000,
  feedBytesMax: 5 * 1024 * 1024,
  feedReadSeconds: 15,
  feedEveryMinutes: 15,
  /**
   * Calendars that one process reads for mentors who wait for it, and more who wait for their turn; the calendars of
   * which nobody waits for an answer have turns of their own.
   */
  feedsAddedAtOnce: 2,
  feedsAddedWaitingMax: 4,
  /** Events of one calendar within the horizon. */
  feedEventsMax: 3000,
  roomOpensBeforeMinutes: 10,
  roomClosesAfterMinutes: 15,
  liveNotesMax: 20_000,
  liveSdpMax: 40_000,
  /** Events of one connection in a live room. */
  liveEventsPerTenSeconds: 300,
  /** Who was in the room so long while the session ran was there. */
  attendanceMinutes: 5,
  introWritableAfterDays: 7,
  upcomingSessionHours: 24,

  accessTokenMinutes: 10,
  refreshGraceSeconds: 30,
  sessionIdleDays: 30,
  /** However much it is used. */
  sessionMaxDays: 180,
  otpMinutes: 10,
  otpTries: 5,
  /** Wrong passwords and codes: so many in so many minutes, by network address and by account. */
  guessWindowMinutes: 15,
  guessesByAddress: 60,
  guessesByAccount: 20,
  codeRequestsByAccount: 5,
  codeGuessesByAccount: 20,
  twoFactorTries: 8,
  /** A mailed code that sets a password turns off a second step that is younger. */
  twoStepRevocableHours: 48,
  ownPasswordTries: 8,
  /** Registrations of one network address in the same time: each sends an email to an address that was typed. */
  registrationsByAddress: 300,
  /** Of one email address as one role, in an hour, whatever has become of the accounts. */
  registrationsByMailbox: 20,
  /** Messages to the operator of one network address in an hour, so that it does not keep those of others waiting. */
  contactMessagesByAddress: 10,
  /** Read or not: they name people, who may have left since. */
  notificationDays: 180,
  idempotencyHours: 24,
  idempotencyKeyMax: 128,
  socketSetupSeconds: 10,
} as const

/** Figures of the screens (docs/product.md). */
export const ui = {
  landingCards: 4,
  bellNotifications: 5,
  cardSkills: 3,
  profileInterests: 4,
  navbarPx: 58,
  successModalPx: 400,
  menteeSignUpRedirectMs: 5000,
  mentorSignUpRedirectMs: 4000,
  passwordResetRedirectMs: 1000,
  googleWindowCloseMs: 1000,
  googlePopupPollMs: 500,
  typewriter: { typeMs: 100, deleteMs: 40, pauseMs: 1500 },
  toast: { visible: 3, durationMs: 4000, widthPx: 356 },
  cardAnimation: { durationSeconds: 3.5, delaySeconds: 0.2, hoverScale: 1.1 },
} as const
