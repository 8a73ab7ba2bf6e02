import { z } from 'zod'
import { enteredPassword } from './accounts.ts'
import { blockedPeople } from './blocked-people.ts'
import { isoTime, messageResponse } from './common.ts'
import { defineEndpoint } from './endpoint.ts'
import { loginSessions } from './login-sessions.ts'
import { ownMenteeProfileEndpoints } from './mentee-profile.ts'
import { otpCode } from './one-time-codes.ts'
import { passwordChange, passwordReset } from './passwords.ts'
import { memberPreferences, ownPreferencesOfModerator } from './preferences.ts'
import { pushSubscriptions } from './push-subscriptions.ts'
import { type MemberRole, type Role, roleApiBase } from './roles.ts'
import { twoFactor } from './two-factor.ts'

/** Whether an address is its owner's. */
const emailVerification = <R extends MemberRole>(role: R) => {
  const base = roleApiBase[role]
  const access = [role] as const
  return {
    sendVerification: defineEndpoint({
      method: 'POST',
      path: `${base}/send-verification`,
      access,
      summary: 'Emails the link that verifies the address',
      response: messageResponse,
      errors: ['rate_limited'],
      limit: 'code',
      // Refused or not, it counts.
      idempotency: 'kept-after',
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
  }
}

/** Everything held about a person: to take along, and to erase. */
const ownData = <R extends MemberRole>(role: R) => {
  const base = roleApiBase[role]
  const access = [role] as const
  return {
    export: defineEndpoint({
      method: 'GET',
      path: `${base}/export`,
      access,
      summary: 'Everything held about the caller',
      response: z
        .object({
          exportedAt: isoTime,
          account: z.record(z.string(), z.unknown()),
          /** The parts of which there is more than fits into one answer. */
          shortened: z.array(z.string()),
        })
        .loose(),
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
  }
}

/** The address that calendar programs read. */
const calendarFeed = <R extends MemberRole>(role: R) => {
  const base = roleApiBase[role]
  const access = [role] as const
  return {
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

/** What every role has. */
const forAll = <R extends Role>(role: R) => ({
  ...passwordChange(role),
  ...twoFactor(role),
  ...loginSessions(role),
})

/** What mentees and mentors have. */
const forMembers = <R extends MemberRole>(role: R) => ({
  ...passwordReset(role),
  ...emailVerification(role),
  ...memberPreferences(role),
  ...pushSubscriptions(role),
  ...ownData(role),
  ...blockedPeople(role),
  ...calendarFeed(role),
})

export const accountSettings = {
  mentee: { ...forAll('mentee'), ...forMembers('mentee') },
  mentor: { ...forAll('mentor'), ...forMembers('mentor') },
  moderator: { ...forAll('moderator'), ...ownPreferencesOfModerator },
  ...ownMenteeProfileEndpoints,
}
