import { z } from 'zod'
import { enteredPassword } from './accounts.ts'
import { messageResponse } from './common.ts'
import { defineEndpoint } from './endpoint.ts'
import { twoFactorCode } from './one-time-codes.ts'
import { type Role, roleApiBase } from './roles.ts'

/** Two-step sign-in, which every role has. */
export const twoFactor = <R extends Role>(role: R) => {
  const base = roleApiBase[role]
  const access = [role] as const
  return {
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
  }
}
