import { api } from '@marga/contract/api'
import { roles } from '@marga/contract/roles'
import { type BoundRoute, route } from '../../http/route.ts'
import type { Notifications } from './notifications.service.ts'

export function notificationRoutes({ notifications }: { notifications: Notifications }): BoundRoute[] {
  return roles.flatMap((role) => {
    const calls = api.notifications[role]
    return [
      route(calls.list, ({ actor, query }) => notifications.list(actor.id, query)),
      route(calls.markRead, async ({ actor }) => {
        await notifications.markAllRead(actor.id)
        return { message: 'All notifications are read.' }
      }),
      route(calls.remove, async ({ actor, params }) => {
        await notifications.remove(actor.id, (params as { notificationId: string }).notificationId)
        return { message: 'The notification is removed.' }
      }),
    ]
  })
}
