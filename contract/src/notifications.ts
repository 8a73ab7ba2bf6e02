import { z } from 'zod'
import { id, isoTime, messageResponse, nextCursor, pageQuery } from './common.ts'
import { defineEndpoint } from './endpoint.ts'
import { type Role, roleApiBase } from './roles.ts'

export const notificationTypes = ['message', 'alert'] as const

export const notification = z.object({
  _id: id,
  type: z.enum(notificationTypes),
  content: z.string(),
  isRead: z.boolean(),
  createdAt: isoTime,
  conversationId: id.nullable(),
  link: z.string().nullable(),
})
export type Notification = z.infer<typeof notification>

function notificationsOf<R extends Role>(role: R) {
  const path = `${roleApiBase[role]}/notifications/:ownId` as const
  const access = [role] as const
  return {
    list: defineEndpoint({
      method: 'GET',
      path,
      access,
      self: ['params.ownId'],
      summary: 'Own notifications, newest first',
      query: pageQuery,
      response: z.object({ notifications: z.array(notification), isRead: z.boolean(), nextCursor }),
    }),
    markRead: defineEndpoint({
      method: 'PATCH',
      path,
      access,
      self: ['params.ownId'],
      summary: 'Marks all own notifications read',
      response: messageResponse,
    }),
    remove: defineEndpoint({
      method: 'DELETE',
      path: `${path}/:notificationId`,
      access,
      self: ['params.ownId'],
      summary: 'Removes one notification',
      response: messageResponse,
      errors: ['not_found'],
    }),
  }
}

export const notifications = {
  mentee: notificationsOf('mentee'),
  mentor: notificationsOf('mentor'),
  moderator: notificationsOf('moderator'),
}
