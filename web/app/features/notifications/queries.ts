import { api } from '@marga/contract/api'
import { ui } from '@marga/contract/limits'
import type { Notification } from '@marga/contract/notifications'
import type { Role } from '@marga/contract/roles'
import { queryOptions } from '@tanstack/react-query'
import { sendRequest } from '../../lib/api-client.ts'

/** The newest few; `isRead` is said of all that there are. */
export type RecentNotifications = { notifications: readonly Notification[]; isRead: boolean }

export const notificationKeys = {
  bell: (role: Role) => ['notifications', role, 'bell'] as const,
  all: (role: Role) => ['notifications', role, 'all'] as const,
}

export const recentNotificationsQuery = (role: Role, userId: string) =>
  queryOptions({
    queryKey: notificationKeys.bell(role),
    queryFn: ({ signal }): Promise<RecentNotifications> => {
      const input = { params: { ownId: userId }, query: { limit: ui.bellNotifications } }
      switch (role) {
        case 'mentee':
          return sendRequest(api.notifications.mentee.list, input, { signal })
        case 'mentor':
          return sendRequest(api.notifications.mentor.list, input, { signal })
        case 'moderator':
          return sendRequest(api.notifications.moderator.list, input, { signal })
      }
    },
    throwOnError: false,
    refetchInterval: 60_000,
  })
