import { ui } from '@marga/contract/limits'
import type { Notification } from '@marga/contract/notifications'
import type { Role } from '@marga/contract/roles'
import type { QueryClient } from '@tanstack/react-query'
import { notificationKeys, type RecentNotifications } from './queries.ts'

/** A notification that came in: on top of the bell's list, once, and the list is unread. One that tells of more by now takes its own place. */
export function applyNotification(client: QueryClient, role: Role, incoming: Notification): void {
  client.setQueryData<RecentNotifications>(notificationKeys.bell(role), (known) => {
    if (!known) return known
    const held = known.notifications.find(({ _id }) => _id === incoming._id)
    if (held && held.createdAt >= incoming.createdAt) return known
    const others = known.notifications.filter((each) => each !== held)
    const newestFirst = [incoming, ...others].sort((a, b) => b.createdAt.localeCompare(a.createdAt))
    return {
      notifications: newestFirst.slice(0, ui.bellNotifications),
      isRead: known.isRead && incoming.isRead,
    }
  })
}

/** A conversation was read to its end: what told of its messages is read. */
export function applyConversationRead(client: QueryClient, role: Role, conversationId: string): void {
  client.setQueryData<RecentNotifications>(notificationKeys.bell(role), (known) => {
    if (!known) return known
    const notifications = known.notifications.map((each) =>
      each.conversationId === conversationId ? { ...each, isRead: true } : each,
    )
    return { notifications, isRead: known.isRead || notifications.every(({ isRead }) => isRead) }
  })
}

/** All are read: the dot goes. What was new stays marked in the list until that is asked for again. */
export function applyAllRead(client: QueryClient, role: Role): void {
  client.setQueryData<RecentNotifications>(
    notificationKeys.bell(role),
    (known) => known && { ...known, isRead: true },
  )
}
