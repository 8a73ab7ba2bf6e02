import { z } from 'zod'
import { messageResponse } from './common.ts'
import { defineEndpoint } from './endpoint.ts'
import { type MemberRole, roleApiBase } from './roles.ts'

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

/** Browsers that show notifications of a mentee or mentor. */
export const pushSubscriptions = <R extends MemberRole>(role: R) => {
  const base = roleApiBase[role]
  const access = [role] as const
  return {
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
  }
}
