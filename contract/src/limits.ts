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
  hourlyRateMin: 1,
  hourlyRateMax: 100_000,
  monthlyFeeMax: 1_000_000,
  messageMax: 4000,
  communityUnreadMax: 100,
  slotTitleMax: 120,
  slotDescriptionMax: 2000,
  slotsAtOnceMax: 200,
  sessionMinutes: 60,
  introMinutes: 20,
  slotRangeDaysMax: 62,
  availabilityRangeDaysMax: 14,
  availabilityMax: 50,
  suggestionsMax: 8,
  facetValuesMax: 12,
  reviewTextMin: 20,
  reviewTextMax: 2000,
  ticketTextMax: 4000,
  uploadBytesMax: 5 * 1024 * 1024,
  uploadPixelsMax: 40_000_000,
  bodyBytesMax: 256 * 1024,
  /** Requests of one process that are being answered; more are refused for a moment. */
  requestsUnderWayMax: 1000,
  /** Open sockets of one person in one process, and events of one socket. */
  socketsPerPersonMax: 40,
  socketEventsPerTenSeconds: 600,

  callsPerMonth: 4,
  /** Access goes on for so long after a renewal that failed. */
  paymentGraceDays: 3,
  /** A cancelled call is given back when the session was at least this far away. */
  callRefundHours: 12,
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
  secondStepTries: 8,
  idempotencyHours: 24,
  idempotencyKeyMax: 128,
  socketSetupSeconds: 10,
} as const

/** Figures of the screens, from the product's specification. */
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

/**
 * Requests a minute per bucket. `account` counts by the token's account, `address` by the caller's
 * network address. RATE_LIMIT_FACTOR multiplies all.
 */
export const rateLimits = {
  general: { perMinute: 3000, by: 'address' },
  signIn: { perMinute: 120, by: 'address' },
  signUp: { perMinute: 120, by: 'address' },
  code: { perMinute: 30, by: 'address' },
  refresh: { perMinute: 240, by: 'address' },
  write: { perMinute: 600, by: 'account' },
  upload: { perMinute: 60, by: 'account' },
  checkout: { perMinute: 60, by: 'account' },
} as const satisfies Record<string, { perMinute: number; by: 'account' | 'address' }>
export type RateLimitName = keyof typeof rateLimits
