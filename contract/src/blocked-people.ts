import { z } from 'zod'
import { id, person } from './common.ts'
import { defineEndpoint } from './endpoint.ts'
import { type MemberRole, roleApiBase } from './roles.ts'

/** Whom a mentee or mentor has blocked. */
export const blockedPeople = <R extends MemberRole>(role: R) => {
  const base = roleApiBase[role]
  const access = [role] as const
  return {
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
      errors: ['not_found', 'rate_limited'],
    }),
  }
}
