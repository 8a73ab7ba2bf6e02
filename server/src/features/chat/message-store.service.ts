import type { FullMessage } from '@marga/contract/chat'
import type { Notification } from '@marga/contract/notifications'
import { roleHome } from '@marga/contract/roles'
import { texts } from '@marga/contract/texts'
import { after, type Clock, hoursMs, type NewId } from '../../platform/clock.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { Realtime } from '../../platform/realtime.ts'
import type { Notifications } from '../notifications/notifications.service.ts'
import type { NewPushNotification, PushNotifications } from '../notifications/push-notifications.service.ts'
import * as conversationQueries from './chat.queries.ts'
import type { ChatPolicy } from './chat-policy.service.ts'
import {
  type Accepted,
  acceptSending,
  clientKey,
  type Sending,
  type SendingBatch,
} from './message-acceptance.rules.ts'
import * as messageQueries from './messages.queries.ts'

export type MessageStoreDeps = {
  db: Database
  clock: Clock
  newId: NewId
  realtime: Realtime
  notifications: Notifications
  pushNotifications: PushNotifications
  chatPolicy: ChatPolicy
}

export type Sent = { message: FullMessage; isRepeat: boolean }

/** Who has the conversation open has read it by then, and several messages in a row make one notice. */
const pushAfterSeconds = 3
const pushUsefulHours = 12

/** Writes messages down, many by the statements of one, and tells both people on every device. */
export function createMessageStore(deps: MessageStoreDeps) {
  return { storeAll: (tx: Tx, sendings: readonly Sending[]) => storeAll(deps, tx, sendings) }
}
export type MessageStore = ReturnType<typeof createMessageStore>

/** In order: stored, or refused alone by not_found, not_enrolled or idempotency_conflict. */
async function storeAll(
  deps: MessageStoreDeps,
  tx: Tx,
  sendings: readonly Sending[],
): Promise<(Sent | AppError)[]> {
  if (sendings.length === 0) return []
  const { clock, newId } = deps
  const batch = await openBatch(deps, tx, sendings)
  const results = sendings.map((sending) => acceptSending(batch, sending, { now: () => clock.now(), newId }))
  const accepted = results.filter((result): result is Accepted => !(result instanceof AppError))
  const added = accepted.filter(({ isRepeat }) => !isRepeat)
  await insertAll(tx, added)
  const notificationTo = await notifyAll(deps, tx, added)
  await announceAll(deps, tx, accepted, notificationTo)
  return results.map((result) =>
    result instanceof AppError ? result : { message: result.sent, isRepeat: result.isRepeat },
  )
}

/** What concerns the group, read under the locks of its conversations. */
async function openBatch(
  { chatPolicy }: MessageStoreDeps,
  tx: Tx,
  sendings: readonly Sending[],
): Promise<SendingBatch> {
  const ids = [...new Set(sendings.map(({ conversationId }) => conversationId))]
  await conversationQueries.lockConversations(tx, ids)
  const rows = await conversationQueries.findConversationsOfBoth(tx, ids)
  const rightsOf = await chatPolicy.ofAll(tx, rows)
  const earlier = await messageQueries.findByClientIds(
    tx,
    sendings.flatMap(({ actor, input: { clientMessageId } }) =>
      clientMessageId === undefined ? [] : [{ senderId: actor.id, clientMessageId }],
    ),
  )
  return {
    conversations: new Map(rows.map((row, index) => [row.id, { row, rights: rightsOf[index]! }])),
    known: new Map(earlier.map((row) => [clientKey(row.senderId, row.clientMessageId!), row])),
  }
}

async function insertAll(tx: Tx, added: readonly Accepted[]) {
  if (added.length === 0) return
  await messageQueries.insertMessages(
    tx,
    added.map(({ row }) => row),
  )
  await conversationQueries.writeCounters(tx, [...new Set(added.map((one) => one.in))])
}

/** Of each message, the notification that its receiver has of it. */
async function notifyAll(deps: MessageStoreDeps, tx: Tx, added: readonly Accepted[]) {
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

async function announceAll(
  { db, realtime }: MessageStoreDeps,
  tx: Tx,
  accepted: readonly Accepted[],
  notificationTo: ReadonlyMap<Accepted, Notification>,
) {
  const unread = await countUnreadOf(tx, accepted)
  db.afterCommit(() => {
    for (const one of accepted) {
      realtime.emit(one.to.id, 'messageReveived', {
        ...one.told,
        notification: notificationTo.get(one) ?? null,
      })
      realtime.emit(one.row.senderId, 'messageReveived', { ...one.sent, notification: null })
      realtime.emit(one.to.id, 'unread', { unreadConversations: unread(one.to) })
    }
  })
}

async function countUnreadOf(tx: Tx, accepted: readonly Accepted[]) {
  const countOf = async (role: 'mentee' | 'mentor') => {
    const people = accepted.filter(({ to }) => to.role === role).map(({ to }) => to.id)
    return conversationQueries.countUnread(tx, role, [...new Set(people)])
  }
  const [mentees, mentors] = [await countOf('mentee'), await countOf('mentor')]
  return (to: Accepted['to']) => (to.role === 'mentee' ? mentees : mentors).get(to.id)!
}
