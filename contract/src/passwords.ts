import { z } from 'zod'
import { email, enteredPassword, newPassword } from './accounts.ts'
import { messageResponse } from './common.ts'
import { defineEndpoint } from './endpoint.ts'
import { otpCode } from './one-time-codes.ts'
import { type MemberRole, type Role, roleApiBase } from './roles.ts'
import { texts } from './texts.ts'

const { validation } = texts

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

/** A new password by the one in use; every role has it. */
export const passwordChange = <R extends Role>(role: R) => {
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
  }
}

/** A new password by a mailed code, for mentees and mentors. */
export const passwordReset = <R extends MemberRole>(role: R) => {
  const base = roleApiBase[role]
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
  }
}
