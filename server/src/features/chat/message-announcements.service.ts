import type { FullMessage } from '@marga/contract/chat'
import type { Notification } from '@marga/contract/notifications'
import { type MemberRole, roleHome } from '@marga/contract/roles'
import { texts } from '@marga/contract/texts'
import { after, type Clock, hoursMs } from '../../platform/clock.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import type { Realtime } from '../../platform/realtime.ts'
import type { Notifications } from '../notifications/notifications.service.ts'
import type { NewPushNotification, PushNotifications } from '../notifications/push-notifications.service.ts'
import { type ConversationOfBoth, countUnread, type MessageRow } from './chat.queries.ts'

export type AnnouncementDeps = {
  db: Database
  clock: Clock
  realtime: Realtime
  notifications: Notifications
  pushNotifications: PushNotifications
}

/** A message that its conversation has taken, or had already. */
export type Accepted = {
  row: MessageRow
  isRepeat: boolean
  in: ConversationOfBoth
  to: { id: string; role: MemberRole }
  /** As its sender and as the other is told of it. */
  sent: FullMessage
  told: FullMessage
}

/** Who has the conversation open has read it by then, and several messages in a row make one notice. */
const pushAfterSeconds = 3
const pushUsefulHours = 12

/** Notifies receivers of what is new, and sends all of it to both people on every device after the commit. */
export async function announceAll(deps: AnnouncementDeps, tx: Tx, accepted: readonly Accepted[]) {
  const { db, realtime } = deps
  const notificationTo = await notifyAll(
    deps,
    tx,
    accepted.filter(({ isRepeat }) => !isRepeat),
  )
  const unread = await countUnread(tx, [...new Set(accepted.map(({ to }) => to.id))])
  db.afterCommit(() => {
    for (const one of accepted) {
      realtime.emit(one.to.id, 'messageReveived', {
        ...one.told,
        notification: notificationTo.get(one) ?? null,
      })
      realtime.emit(one.row.senderId, 'messageReveived', { ...one.sent, notification: null })
      realtime.emit(one.to.id, 'unread', { unreadConversations: unread.get(one.to.id)! })
    }
  })
}

/** Of each message, the notification that its receiver has of it. */
async function notifyAll(
  deps: AnnouncementDeps,
  tx: Tx,
  added: readonly Accepted[],
): Promise<ReadonlyMap<Accepted, Notification>> {
  const { clock, notifications, pushNotifications } = deps
  await notifications.markConversationsRead(
    tx,
    added.map(({ row }) => ({ accountId: row.senderId, conversationId: row.conversationId })),
  )
  const stored = await notifications.storeAll(
    tx,
    added.map(({ row, to }) => ({
      accountId: to.id,
      type: 'message',
      content: texts.chat.received(row.firstName),
      conversationId: row.conversationId,
    })),
  )
  const usefulUntil = after(clock.now(), hoursMs(pushUsefulHours))
  await pushNotifications.add(
    tx,
    added.map((one) => pushNotificationOf(one, usefulUntil)),
    pushAfterSeconds,
  )
  return new Map(added.map((one, index) => [one, stored[index]!]))
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
