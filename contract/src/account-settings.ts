import { z } from 'zod'
import { email, enteredPassword, firstName, lastName, newPassword, phone } from './accounts.ts'
import { id, isoTime, messageResponse, optionalText, person, requiredText, timeZone } from './common.ts'
import { defineEndpoint } from './endpoint.ts'
import { imageUrl } from './images.ts'
import { type Role, roleApiBase } from './roles.ts'
import { texts } from './texts.ts'

const { validation } = texts
type Member = 'mentee' | 'mentor'

/** Apps and mails write a code in two parts. */
const joinedDigits = (typed: string) => {
  const joined = typed.replace(/[\s-]/g, '')
  return /^\d+$/.test(joined) ? joined : typed.trim()
}

/** Six digits, as mailed. */
export const otpCode = z
  .string({ error: 'Enter the code from the email.' })
  .overwrite(joinedDigits)
  .regex(/^\d{6}$/, 'The code has six digits.')

/** Of the authenticator app, or a backup code where one is taken. */
export const twoFactorCode = z
  .string({ error: 'Enter the code from your app.' })
  .overwrite(joinedDigits)
  .min(1, 'Enter the code from your app.')
  .max(20, 'This is too long for a code.')

export const confirmation = z
  .string({ error: validation.confirmPasswordRequired })
  .min(1, validation.confirmPasswordRequired)
const mustMatch = { error: validation.passwordsMustMatch, path: ['confirmPassword'] }

export const sendOtpForm = z.object({ email })
export const verifyOtpForm = z
  .object({ email, otp: otpCode, password: newPassword, confirmPassword: confirmation })
  .refine((form) => form.password === form.confirmPassword, mustMatch)
export const changePasswordForm = z
  .object({ password: enteredPassword, newPassword, confirmPassword: confirmation })
  .refine((form) => form.newPassword === form.confirmPassword, mustMatch)

/** Whatever shows that an account is one's own. */
export const ownPasswordForm = z.object({ password: enteredPassword })

export const loginSession = z.object({
  _id: id,
  device: z.string(),
  createdAt: isoTime,
  lastSeenAt: isoTime,
  isCurrent: z.boolean(),
})
export type LoginSession = z.infer<typeof loginSession>

export const preferences = z.object({
  email: z.object({
    messages: z.boolean(),
    bookings: z.boolean(),
    reminders: z.boolean(),
    payments: z.boolean(),
    /** Written to mentors only. */
    reviews: z.boolean(),
  }),
  push: z.object({ messages: z.boolean(), reminders: z.boolean() }),
})
export type Preferences = z.infer<typeof preferences>

/** Moderators are mailed about what waits for them. */
export const moderatorPreferences = z.object({ email: z.object({ cases: z.boolean() }) })
export type ModeratorPreferences = z.infer<typeof moderatorPreferences>

const base64url = (bytesMin: number, bytesMax: number) =>
  z
    .string()
    .regex(/^[\w-]+=*$/)
    .min(Math.ceil((bytesMin * 4) / 3))
    .max(Math.ceil((bytesMax * 4) / 3) + 2)

/** As the browser's PushSubscription writes itself. */
export const pushSubscription = z.object({
  endpoint: z.url({ protocol: /^https?$/ }).max(1000),
  keys: z.object({ p256dh: base64url(65, 65), auth: base64url(16, 16) }),
})

/** What every role has. */
const forAll = <R extends Role>(role: R) => {
  const base = roleApiBase[role]
  const access = [role] as const
  return {
    changePassword: defineEndpoint({
      method: 'POST',
      path: `${base}/change-password`,
      access,
      summary: 'Changes the password; the other sessions end',
      body: changePasswordForm,
      response: messageResponse,
      errors: ['wrong_password', 'rate_limited'],
      limit: 'signIn',
      idempotency: 'none',
      isOpenBeforeTwoFactor: true,
    }),
    twoStep: defineEndpoint({
      method: 'GET',
      path: `${base}/totp`,
      access,
      summary: 'Whether two-step sign-in is on, and how many backup codes are left',
      response: z.object({ isOn: z.boolean(), backupCodesLeft: z.number().int() }),
      isOpenBeforeTwoFactor: true,
    }),
    beginTwoStep: defineEndpoint({
      method: 'POST',
      path: `${base}/totp`,
      access,
      summary: 'Makes the secret for an authenticator app; of no effect until confirmed',
      body: z.object({ password: enteredPassword }),
      status: [201],
      response: z.object({ secret: z.string(), otpauthUrl: z.string() }),
      errors: ['wrong_password', 'already_exists', 'rate_limited'],
      limit: 'signIn',
      idempotency: 'none',
      isOpenBeforeTwoFactor: true,
    }),
    confirmTwoStep: defineEndpoint({
      method: 'POST',
      path: `${base}/totp/confirm`,
      access,
      summary: 'Turns two-step sign-in on by a code of the app; answers the backup codes once',
      body: z.object({ code: twoFactorCode }),
      response: z.object({ backupCodes: z.array(z.string()) }),
      errors: ['invalid_code', 'already_exists', 'rate_limited'],
      limit: 'signIn',
      idempotency: 'none',
      isOpenBeforeTwoFactor: true,
    }),
    endTwoStep: defineEndpoint({
      method: 'DELETE',
      path: `${base}/totp`,
      access,
      summary: 'Turns two-step sign-in off',
      body: z.object({ password: enteredPassword, code: twoFactorCode }),
      response: messageResponse,
      errors: ['wrong_password', 'invalid_code', 'rate_limited'],
      limit: 'signIn',
      idempotency: 'none',
    }),
    sessions: defineEndpoint({
      method: 'GET',
      path: `${base}/sessions`,
      access,
      summary: 'Where the account is signed in',
      response: z.object({ sessions: z.array(loginSession) }),
      isOpenBeforeTwoFactor: true,
    }),
    endOtherSessions: defineEndpoint({
      method: 'DELETE',
      path: `${base}/sessions`,
      access,
      summary: 'Ends all other sessions',
      response: messageResponse,
      isOpenBeforeTwoFactor: true,
    }),
    endSession: defineEndpoint({
      method: 'DELETE',
      path: `${base}/sessions/:sessionId`,
      access,
      summary: 'Ends one session',
      response: messageResponse,
      errors: ['not_found'],
      isOpenBeforeTwoFactor: true,
    }),
  }
}

/** What mentees and mentors have. */
const forMembers = <R extends Member>(role: R) => {
  const base = roleApiBase[role]
  const access = [role] as const
  return {
    sendOtp: defineEndpoint({
      method: 'POST',
      path: `${base}/sent-otp`,
      access: 'public',
      summary: 'Emails a six-digit code; answers the same for unknown addresses',
      body: sendOtpForm,
      response: messageResponse,
      limit: 'code',
    }),
    verifyOtp: defineEndpoint({
      method: 'POST',
      path: `${base}/verify-otp`,
      access: 'public',
      summary: 'Sets a new password by the emailed code, which proves the address; all sessions end',
      body: verifyOtpForm,
      response: messageResponse,
      errors: ['invalid_otp'],
      limit: 'code',
    }),
    sendVerification: defineEndpoint({
      method: 'POST',
      path: `${base}/send-verification`,
      access,
      summary: 'Emails the link that verifies the address',
      response: messageResponse,
      limit: 'code',
    }),
    verifyEmail: defineEndpoint({
      method: 'POST',
      path: `${base}/verify-email`,
      access: 'optional',
      summary:
        "Verifies the address by the secret from the email, together with the account's token or password",
      body: z.object({ token: z.string().min(1).max(200), password: enteredPassword.optional() }),
      response: messageResponse,
      errors: ['invalid_token', 'unauthenticated', 'invalid_credentials', 'rate_limited'],
      limit: 'code',
      idempotency: 'none',
    }),
    preferences: defineEndpoint({
      method: 'GET',
      path: `${base}/preferences/:ownId`,
      access,
      self: ['params.ownId'],
      summary: 'Which emails and notifications the person wants',
      response: z.object({ preferences }),
    }),
    editPreferences: defineEndpoint({
      method: 'PATCH',
      path: `${base}/preferences/:ownId`,
      access,
      self: ['params.ownId'],
      summary: 'Changes any of the preferences',
      body: z.object({
        email: preferences.shape.email.partial().optional(),
        push: preferences.shape.push.partial().optional(),
      }),
      response: z.object({ preferences }),
    }),
    subscribePush: defineEndpoint({
      method: 'PUT',
      path: `${base}/push-subscriptions`,
      access,
      summary: 'Lets the current browser show notifications, until this session ends',
      body: pushSubscription,
      response: messageResponse,
      errors: ['not_configured'],
    }),
    unsubscribePush: defineEndpoint({
      method: 'DELETE',
      path: `${base}/push-subscriptions`,
      access,
      summary: 'Stops the notifications of a browser',
      body: pushSubscription.pick({ endpoint: true }),
      response: messageResponse,
      errors: ['not_configured'],
    }),
    export: defineEndpoint({
      method: 'GET',
      path: `${base}/export`,
      access,
      summary: 'Everything held about the caller',
      response: z.object({ exportedAt: isoTime, account: z.record(z.string(), z.unknown()) }).loose(),
      limit: 'checkout',
    }),
    deleteAccount: defineEndpoint({
      method: 'DELETE',
      path: `${base}/account`,
      access,
      summary: 'Erases the account; messages stay under "Deleted user"',
      body: z.object({ password: enteredPassword.optional(), code: otpCode.optional() }),
      response: messageResponse,
      errors: ['wrong_password', 'rate_limited'],
      idempotency: 'none',
      limit: 'signIn',
    }),
    blockedPeople: defineEndpoint({
      method: 'GET',
      path: `${base}/blocked-people`,
      access,
      summary: 'People the caller has blocked',
      response: z.object({ people: z.array(person) }),
    }),
    blockPerson: defineEndpoint({
      method: 'POST',
      path: `${base}/blocked-people`,
      access,
      summary: 'Neither person can write to or book the other from now on',
      body: z.object({ personId: id }),
      status: [201],
      response: z.object({ people: z.array(person) }),
      errors: ['not_found'],
    }),
    unblockPerson: defineEndpoint({
      method: 'DELETE',
      path: `${base}/blocked-people/:personId`,
      access,
      summary: 'Ends the block',
      response: z.object({ people: z.array(person) }),
      errors: ['not_found'],
    }),
    calendarFeed: defineEndpoint({
      method: 'GET',
      path: `${base}/calendar-feed`,
      access,
      summary: 'The secret address of the calendar of booked sessions',
      response: z.object({ url: z.url() }),
    }),
    renewCalendarFeed: defineEndpoint({
      method: 'POST',
      path: `${base}/calendar-feed`,
      access,
      summary: 'Gives the calendar a new address; the old one ends',
      response: z.object({ url: z.url() }),
      idempotency: 'none',
    }),
  }
}

export const menteeProfile = z.object({
  _id: id,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  phone: z.string(),
  profileImageUrl: z.string().nullable(),
  about: z.string(),
  interests: z.array(z.string()),
  timeZone: z.string().nullable(),
  locale: z.string().nullable(),
  isEmailVerified: z.boolean(),
  createdAt: isoTime,
})
export type MenteeProfile = z.infer<typeof menteeProfile>

export const menteeProfileForm = z
  .object({
    firstName,
    lastName,
    phone,
    profileImageUrl: imageUrl.nullable(),
    about: optionalText(2000),
    interests: z
      .array(requiredText(40, undefined, 'Use at most 40 characters for each interest.'))
      .max(30, 'Give at most 30 interests.'),
    timeZone,
    locale: optionalText(35).nullable(),
  })
  .partial()

const ownModeratorPreferences = {
  path: '/api/moderator/preferences/:ownId',
  access: ['moderator'],
  self: ['params.ownId'],
  response: z.object({ preferences: moderatorPreferences }),
} as const

const ownMenteeProfile = {
  path: '/api/mentees/edit-profile/:menteeId',
  access: ['mentee'],
  self: ['params.menteeId'],
  response: z.object({ menteeProfileDetails: menteeProfile }),
} as const

export const accountSettings = {
  mentee: { ...forAll('mentee'), ...forMembers('mentee') },
  mentor: { ...forAll('mentor'), ...forMembers('mentor') },
  moderator: {
    ...forAll('moderator'),
    preferences: defineEndpoint({
      ...ownModeratorPreferences,
      method: 'GET',
      summary: 'Which emails the moderator gets',
    }),
    editPreferences: defineEndpoint({
      ...ownModeratorPreferences,
      method: 'PATCH',
      summary: 'Changes which emails the moderator gets',
      body: z.object({ email: moderatorPreferences.shape.email.partial().optional() }),
    }),
  },
  menteeProfile: defineEndpoint({ ...ownMenteeProfile, method: 'GET', summary: "The mentee's own profile" }),
  editMenteeProfile: defineEndpoint({
    ...ownMenteeProfile,
    method: 'PATCH',
    summary: 'Changes any of the profile fields',
    body: menteeProfileForm,
  }),
}
