import { roleHome } from '@marga/contract/roles'
import { texts } from '@marga/contract/texts'
import { after, type Clock, hoursMs } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Realtime } from '../../platform/realtime.ts'
import type { NotificationRow } from '../notifications/grouping.rules.ts'
import { presentNotification } from '../notifications/notifications.presenter.ts'
import type { Notifications } from '../notifications/notifications.service.ts'
import { lastPushNotifications, type NewPushNotification } from '../notifications/push-grouping.rules.ts'
import type { Accepted } from './message-acceptance.rules.ts'

export type AnnouncementDeps = {
  db: Database
  clock: Clock
  realtime: Realtime
  notifications: Notifications
}

/** Who has the conversation open has read it by then, and several messages in a row make one notice. */
export const pushAfterSeconds = 3
const pushUsefulHours = 12

/** What is written with messages, for those who receive them. */
export type MessageNotifications = {
  notificationOf: ReadonlyMap<Accepted, NotificationRow>
  notices: NewPushNotification[]
}

export function prepareNotifications(
  { notifications }: AnnouncementDeps,
  added: readonly Accepted[],
  now: Date,
): MessageNotifications {
  const usefulUntil = after(now, hoursMs(pushUsefulHours))
  const rowOf = ({ row, to }: Accepted) =>
    notifications.newRow(
      {
        accountId: to.id,
        type: 'message',
        content: texts.chat.received(row.firstName),
        conversationId: row.conversationId,
      },
      now,
    )
  return {
    notificationOf: new Map(added.map((one) => [one, rowOf(one)])),
    notices: lastPushNotifications(added.map((one) => pushNotificationOf(one, usefulUntil))),
  }
}

/** To be called where they are written: tells both people on every device after the commit. */
export function announceAll(
  { db, realtime }: AnnouncementDeps,
  accepted: readonly Accepted[],
  { notificationOf }: MessageNotifications,
  unread: ReadonlyMap<string, number>,
) {
  db.afterCommit(() => {
    for (const one of accepted) {
      const row = notificationOf.get(one)
      realtime.emit(one.to.id, 'messageReveived', {
        ...one.told,
        notification: row ? presentNotification(row) : null,
      })
      realtime.emit(one.row.senderId, 'messageReveived', { ...one.sent, notification: null })
      realtime.emit(one.to.id, 'unread', { unreadConversations: unread.get(one.to.id)! })
      if (!one.hasReadUnread) continue
      const { senderId, conversationId: readConversationId } = one.row
      realtime.emit(senderId, 'unread', { unreadConversations: unread.get(senderId)!, readConversationId })
    }
  })
}

/** Says who, not what: it shows on locked screens. */
const pushNotificationOf = ({ row, to }: Accepted, usefulUntil: Date): NewPushNotification => ({
  accountId: to.id,
  kind: 'messages',
  notice: {
    title: row.firstName,
    body: 'has written to you',
    path: `${roleHome[to.role]}/connect/inbox/${row.conversationId}`,
    tag: row.conversationId,
  },
  usefulUntil,
})
