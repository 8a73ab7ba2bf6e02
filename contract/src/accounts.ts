import { z } from 'zod'
import { atMost, id, messageResponse, noNulByte, optionalName, requiredName } from './common.ts'
import { defineEndpoint } from './endpoint.ts'
import { limits } from './limits.ts'
import { isPlainName, plainNameMessage } from './person-names.ts'
import { type Role, roleApiBase } from './roles.ts'
import { texts } from './texts.ts'

const { validation } = texts

export const email = z
  .string({ error: validation.emailRequired })
  .trim()
  .min(1, validation.emailRequired)
  .max(limits.emailMax, atMost(limits.emailMax))
  .pipe(z.email({ error: validation.emailInvalid }))

/** Optional 91 or one leading 0, then an Indian mobile number. */
export const phonePattern = /^(?:91|0)?[6-9]\d{9}$/
/** As browsers fill it in: without blanks, dashes, dots and brackets, and without the plus before 91. */
const plainPhone = (typed: string) => typed.replace(/[\s\-.()]/g, '').replace(/^\+91/, '91')
export const phone = z
  .string({ error: validation.phoneRequired })
  .overwrite(plainPhone)
  .min(1, validation.phoneRequired)
  .regex(phonePattern, validation.phoneInvalid)

/**
 * As the profile is read, of which an account by Google may lack it: what is empty can be sent back empty. Nobody may
 * empty what is there, which the server refuses.
 */
export const phoneAsRead = z
  .string({ error: validation.phoneRequired })
  .overwrite(plainPhone)
  .refine((given) => given === '' || phonePattern.test(given), validation.phoneInvalid)

const personName = (message: string) =>
  requiredName(limits.nameMax, message).refine(isPlainName, plainNameMessage)
export const firstName = personName(validation.firstNameRequired)
export const lastName = personName(validation.lastNameRequired)
/** The same as `phoneAsRead`. */
export const lastNameAsRead = optionalName(limits.nameMax).refine(isPlainName, plainNameMessage)

export const newPassword = z
  .string({ error: validation.passwordRequired })
  .min(1, validation.passwordRequired)
  .min(limits.passwordMin, validation.passwordTooShort)
  .max(limits.passwordMax, validation.passwordTooLong)
  .check(noNulByte)

/** A password as entered at login: whatever was once accepted must be sendable. */
export const enteredPassword = z
  .string({ error: validation.passwordRequired })
  .min(1, validation.passwordRequired)
  .max(1024, atMost(1024))

const confirmation = z
  .string({ error: validation.confirmPasswordRequired })
  .min(1, validation.confirmPasswordRequired)

export const passwordsMatch = {
  /** Absent where a client asks only once. */
  check: (form: { password: string; confirmpassword?: string | undefined }) =>
    form.confirmpassword === undefined || form.password === form.confirmpassword,
  refusal: { error: validation.passwordsMustMatch, path: ['confirmpassword'] },
}

export const menteeRegistration = z
  .object({ firstName, lastName, email, phone, password: newPassword, confirmpassword: confirmation })
  .refine(passwordsMatch.check, passwordsMatch.refusal)
export type MenteeRegistration = z.infer<typeof menteeRegistration>

/** The fields that both registrations share, for the mentor's form to extend. */
export const registrationFields = {
  firstName,
  lastName,
  email,
  phone,
  password: newPassword,
  confirmpassword: confirmation,
}

export const loginForm = z.object({
  email,
  password: enteredPassword,
  totp: z.string().max(20, 'This is too long for a code.').optional(),
})
export type LoginForm = z.infer<typeof loginForm>

export const tokenPair = z.object({ accessToken: z.string(), refreshToken: z.string() })
export type TokenPair = z.infer<typeof tokenPair>

const login = {
  method: 'POST',
  access: 'public',
  body: loginForm,
  limit: 'signIn',
  idempotency: 'none',
} as const

export const loginMentee = defineEndpoint({
  ...login,
  path: '/api/mentees/login',
  summary: 'Signs a mentee in',
  response: tokenPair.extend({
    menteeId: id,
    menteeName: z.string(),
    profileImageUrl: z.string().nullable(),
  }),
  errors: [
    'invalid_credentials',
    'account_blocked',
    'totp_required',
    'totp_invalid',
    'totp_unreadable',
    'rate_limited',
  ],
})

export const loginMentor = defineEndpoint({
  ...login,
  path: '/api/mentors/login',
  summary: 'Signs a mentor in; a wrong password is 409 here',
  response: z.object({
    mentorId: id,
    mentorName: z.string(),
    profileImageUrl: z.string().nullable(),
    mentorAccessToken: z.string(),
    mentorRefreshToken: z.string(),
  }),
  errors: [
    'invalid_credentials',
    'application_in_review',
    'application_rejected',
    'account_blocked',
    'totp_required',
    'totp_invalid',
    'totp_unreadable',
  ],
})

export const loginModerator = defineEndpoint({
  ...login,
  path: '/api/moderator/login',
  summary: 'Signs a moderator in; a wrong password is 409 here',
  response: z.object({
    moderatorId: id,
    moderatorName: z.string(),
    moderatorAccessToken: z.string(),
    refreshToken: z.string(),
    /** Nothing but the settings opens before two-step sign-in is set up. */
    needsTwoStep: z.boolean(),
  }),
  errors: ['invalid_credentials', 'totp_required', 'totp_invalid', 'totp_unreadable'],
})

export const registerMentee = defineEndpoint({
  method: 'POST',
  path: '/api/mentees/register',
  access: 'public',
  summary: 'Makes a mentee account; signing in is a separate step',
  body: menteeRegistration,
  status: [201],
  response: messageResponse.extend({ data: z.object({ menteeId: id }) }),
  errors: ['already_exists', 'account_blocked'],
  limit: 'signUp',
})

const logout = <R extends Role>(role: R) =>
  defineEndpoint({
    method: 'POST',
    path: `${roleApiBase[role]}/logout`,
    access: 'public',
    summary: 'Ends the session of the token, or of the refresh token in the body',
    // The client posts its whole stored login; only the refresh token matters.
    body: z.object({ refreshToken: z.string().max(500).optional() }).loose(),
    response: messageResponse,
    errors: ['unauthenticated'],
    idempotency: 'none',
  })

const regenerate = <R extends Role>(role: R) =>
  defineEndpoint({
    method: 'POST',
    path: `${roleApiBase[role]}/regenerate_access_token`,
    access: 'public',
    summary: 'Changes a refresh token for a new pair; both are to be stored',
    body: z.object({ refreshToken: z.string({ error: 'The refresh token is missing.' }).max(500) }),
    response: tokenPair,
    errors: ['unauthenticated'],
    limit: 'refresh',
    idempotency: 'none',
  })

export const accounts = {
  loginMentee,
  loginMentor,
  loginModerator,
  registerMentee,
  logoutMentee: logout('mentee'),
  logoutMentor: logout('mentor'),
  logoutModerator: logout('moderator'),
  regenerateMentee: regenerate('mentee'),
  regenerateMentor: regenerate('mentor'),
  regenerateModerator: regenerate('moderator'),
}
