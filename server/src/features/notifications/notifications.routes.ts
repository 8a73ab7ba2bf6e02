import { api } from '@marga/contract/api'
import { type MemberRole, roles } from '@marga/contract/roles'
import { type BoundRoute, route } from '../../http/route.ts'
import type { Notifications } from './notifications.service.ts'
import type { PushNotifications } from './push-notifications.service.ts'

type Deps = { notifications: Notifications; pushNotifications: PushNotifications }

export const notificationRoutes = ({ notifications, pushNotifications }: Deps): BoundRoute[] => [
  ...roles.flatMap((role) => routesOfAll(role, notifications)),
  ...(['mentee', 'mentor'] as const).flatMap((role) => routesOfMembers(role, pushNotifications)),
]

function routesOfAll(role: (typeof roles)[number], notifications: Notifications): BoundRoute[] {
  const endpoints = api.notifications[role]
  return [
    route(endpoints.list, ({ actor, query }) => notifications.list(actor.id, query)),
    route(endpoints.markRead, async ({ actor }) => {
      await notifications.markAllRead(actor.id)
      return { message: 'All notifications are read.' }
    }),
    route(endpoints.remove, async ({ actor, params }) => {
      await notifications.remove(actor.id, (params as { notificationId: string }).notificationId)
      return { message: 'The notification is removed.' }
    }),
  ]
}

function routesOfMembers(role: MemberRole, pushNotifications: PushNotifications): BoundRoute[] {
  const endpoints = api.accountSettings[role]
  return [
    route(endpoints.subscribePush, async ({ actor, body }) => {
      await pushNotifications.subscribe(actor, body)
      return { message: 'This device will show notifications.' }
    }),
    route(endpoints.unsubscribePush, async ({ actor, body }) => {
      await pushNotifications.unsubscribe(actor, body.endpoint)
      return { message: 'This device no longer shows notifications.' }
    }),
  ]
}
