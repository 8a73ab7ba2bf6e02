import type { Notification } from '@marga/contract/notifications'
import type { Role } from '@marga/contract/roles'
import { texts } from '@marga/contract/texts'
import { useQueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'
import { useCatchUp, useServerEvent } from '../../../lib/use-connection.ts'
import { notificationKeys } from '../queries.ts'
import { applyConversationRead, applyNotification } from '../realtime.ts'

/**
 * Keeps the bell current while the area is open; its layout calls this once. A message's notification
 * comes inside its own event, and the chat shows the toast of that.
 */
export function useNotificationsLive(role: Role): void {
  const client = useQueryClient()
  const add = (incoming: Notification | null) => {
    if (incoming) applyNotification(client, role, incoming)
  }
  useServerEvent(role, 'notification', (incoming) => {
    add(incoming)
    // What the person did themselves, here or on another device, is read from the beginning.
    if (incoming.isRead) return
    toast.info(texts.notifications.toast, { id: incoming._id, description: incoming.content })
  })
  useServerEvent(role, 'scheduler', ({ notification }) => {
    add(notification)
    // One toast at a time, however many hours a mentor publishes at once.
    toast.info(texts.notifications.scheduleChanged, { id: 'schedule' })
  })
  useServerEvent(role, 'messageReveived', ({ notification }) => add(notification))
  useServerEvent(role, 'unread', ({ readConversationId }) => {
    if (readConversationId) applyConversationRead(client, role, readConversationId)
  })

  useCatchUp(role, () => void client.invalidateQueries({ queryKey: notificationKeys.bell(role) }))
}
