import { z } from 'zod'
import { id, isoTime, messageResponse } from './common.ts'
import { defineEndpoint } from './endpoint.ts'
import { type Role, roleApiBase } from './roles.ts'

export const loginSession = z.object({
  _id: id,
  device: z.string(),
  createdAt: isoTime,
  lastSeenAt: isoTime,
  isCurrent: z.boolean(),
})
export type LoginSession = z.infer<typeof loginSession>

/** Where an account is signed in; every role has it. */
export const loginSessions = <R extends Role>(role: R) => {
  const base = roleApiBase[role]
  const access = [role] as const
  return {
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
