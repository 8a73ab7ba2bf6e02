import type { Notification } from '@marga/contract/notifications'
import type { Selectable } from 'kysely'
import type { Notification as NotificationTable } from '../../platform/db/types.generated.ts'

type Shown = Omit<Selectable<NotificationTable>, 'together' | 'happened' | 'items'>

export const presentNotification = (row: Shown): Notification => ({
  _id: row.id,
  type: row.type,
  content: row.content,
  isRead: row.isRead,
  createdAt: row.createdAt.toISOString(),
  conversationId: row.conversationId,
  link: row.link,
})
