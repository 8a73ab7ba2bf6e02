import type { FullMessage } from '@marga/contract/chat'
import { roleHome } from '@marga/contract/roles'
import { texts } from '@marga/contract/texts'
import { after, type Clock, hoursMs, type NewId } from '../../platform/clock.ts'
import { anyOf } from '../../platform/db/any-of.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { Realtime } from '../../platform/realtime.ts'
import type { Notifications } from '../notifications/notifications.service.ts'
import type { NewPushNotification, PushNotifications } from '../notifications/push-notifications.service.ts'
import { presentConversation, presentFullMessage, presentMessage } from './chat.presenter.ts'
import * as queries from './chat.queries.ts'
import type { ChatPolicy, Rights } from './chat-policy.service.ts'
import { hideContactDetails } from './contact-details.rules.ts'
import type { ChatActor } from './conversations.service.ts'

export type MessageStoreDeps = {
  db: Database
  clock: Clock
  newId: NewId
  realtime: Realtime
  notifications: Notifications
  pushNotifications: PushNotifications
  chatPolicy: ChatPolicy
}

export type NewMessage = { message: string; clientMessageId?: string | undefined }
export type Sending = { actor: ChatActor; conversationId: string; input: NewMessage }
export type Sent = { message: FullMessage; isRepeat: boolean }

type Role = ChatActor['role']
/** A conversation as it is while messages are added to it. */
type Open = Awaited<ReturnType<ReturnType<typeof queries.conversationsOfBoth>['executeTakeFirstOrThrow']>>
type Stored = {
  row: queries.MessageRow
  isRepeat: boolean
  in: Open
  to: { id: string; role: Role }
  /** As its sender and as the other is told of it. */
  sent: FullMessage
  told: FullMessage
}

/** Who has the conversation open has read it by then, and several messages in a row make one notice. */
const pushAfterSeconds = 3
const pushUsefulHours = 12

/** Writes messages down, many by the statements of one, and tells both people on every device. */
export function createMessageStore(deps: MessageStoreDeps) {
  const { db, clock, newId, realtime, notifications, pushNotifications, chatPolicy } = deps

  /** What concerns the group, read under the locks of its conversations. */
  async function open(tx: Tx, sendings: readonly Sending[]) {
    const ids = [...new Set(sendings.map(({ conversationId }) => conversationId))]
    await queries.lockConversations(tx, ids)
    const rows = await queries.conversationsOfBoth(tx).where('conversation.id', '=', anyOf(ids)).execute()
    const rightsOf = await chatPolicy.ofAll(tx, rows)
    const earlier = await queries.findByClientIds(
      tx,
      sendings.flatMap(({ actor, input: { clientMessageId } }) =>
        clientMessageId === undefined ? [] : [{ senderId: actor.id, clientMessageId }],
      ),
    )
    return {
      conversations: new Map(rows.map((row, index) => [row.id, { row, chatPolicy: rightsOf[index]! }])),
      /** By sender and the sender's id of it. */
      known: new Map(earlier.map((row) => [keyOf(row.senderId, row.clientMessageId!), row])),
    }
  }

  /** Numbers the message after those of its conversation, and carries the conversation on. */
  function append({ actor, conversationId, input }: Sending, row: Open, { isMasked }: Rights): Stored['row'] {
    const hidden = isMasked ? hideContactDetails(input.message) : { text: input.message, masked: false }
    const now = clock.now()
    const isMentee = actor.role === 'mentee'
    const message = {
      id: newId(),
      conversationId,
      seq: row.lastSeq + 1,
      senderId: actor.id,
      senderType: actor.role,
      body: hidden.text,
      masked: hidden.masked,
      clientMessageId: input.clientMessageId ?? null,
      createdAt: now,
      firstName: isMentee ? row.menteeFirstName : row.mentorFirstName,
    }
    row.lastSeq = message.seq
    row.lastId = message.id
    row.lastSenderId = message.senderId
    row.lastSenderType = message.senderType
    row.lastBody = message.body
    row.lastMasked = message.masked
    row.lastClientMessageId = message.clientMessageId
    row.lastCreatedAt = now
    if (row.updatedAt < now) row.updatedAt = now
    // Whoever writes has read what stands above.
    if (isMentee) row.menteeReadSeq = message.seq
    else row.mentorReadSeq = message.seq
    row.unreadCount = isMentee ? 0 : row.unreadCount + 1
    row.mentorUnreadCount = isMentee ? row.mentorUnreadCount + 1 : 0
    return message
  }

  /** Says who, not what: it shows on locked screens. */
  const noticeOf = ({ row, to }: Stored): NewPushNotification => ({
    accountId: to.id,
    kind: 'messages',
    notice: {
      title: row.firstName,
      body: 'has written to you',
      path: `${roleHome[to.role]}/connect/inbox/${row.conversationId}`,
      tag: row.conversationId,
    },
    usefulUntil: after(clock.now(), hoursMs(pushUsefulHours)),
  })

  async function unreadOf(tx: Tx, stored: readonly Stored[]) {
    const of = async (role: Role) => {
      const people = stored.filter(({ to }) => to.role === role).map(({ to }) => to.id)
      return queries.countUnread(tx, role, [...new Set(people)])
    }
    const [mentees, mentors] = [await of('mentee'), await of('mentor')]
    return (to: Stored['to']) => (to.role === 'mentee' ? mentees : mentors).get(to.id)!
  }

  /** In order: stored, or refused alone by not_found, not_enrolled or idempotency_conflict. */
  return async function storeAll(tx: Tx, sendings: readonly Sending[]): Promise<(Sent | AppError)[]> {
    if (sendings.length === 0) return []
    const { conversations, known } = await open(tx, sendings)

    function accept(sending: Sending): Stored | AppError {
      const { actor, conversationId, input } = sending
      const conversation = conversations.get(conversationId)
      // Somebody else's does not exist.
      if (!conversation || actor.id !== ownerOf(conversation.row, actor.role))
        return new AppError('not_found')
      if (!conversation.chatPolicy.canWrite) return new AppError('not_enrolled')
      const key = input.clientMessageId === undefined ? undefined : keyOf(actor.id, input.clientMessageId)
      const earlier = key === undefined ? undefined : known.get(key)
      if (earlier && earlier.conversationId !== conversationId) return new AppError('idempotency_conflict')
      const row = earlier ?? append(sending, conversation.row, conversation.chatPolicy)
      if (key !== undefined) known.set(key, row)
      const otherRole = actor.role === 'mentee' ? 'mentor' : 'mentee'
      const message = presentMessage(row)
      // At once: the next message of the group carries the conversation on.
      const as = (role: Role) => presentFullMessage(message, seenBy(role, conversation.row))
      return {
        row,
        isRepeat: earlier !== undefined,
        in: conversation.row,
        to: { id: ownerOf(conversation.row, otherRole), role: otherRole },
        sent: as(actor.role),
        told: as(otherRole),
      }
    }

    const results = sendings.map(accept)
    const accepted = results.filter((result): result is Stored => !(result instanceof AppError))
    const added = accepted.filter(({ isRepeat }) => !isRepeat)
    if (added.length > 0) {
      await queries.insertMessages(
        tx,
        added.map(({ row }) => row),
      )
      await queries.writeCounters(tx, [...new Set(added.map((one) => one.in))])
    }
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
    const noticeTo = new Map(added.map((one, index) => [one, stored[index]!]))
    await pushNotifications.add(tx, added.map(noticeOf), pushAfterSeconds)
    const unread = await unreadOf(tx, accepted)
    db.afterCommit(() => {
      for (const one of accepted) {
        realtime.emit(one.to.id, 'messageReveived', {
          ...one.told,
          notification: noticeTo.get(one) ?? null,
        })
        realtime.emit(one.row.senderId, 'messageReveived', { ...one.sent, notification: null })
        realtime.emit(one.to.id, 'unread', { unreadConversations: unread(one.to) })
      }
    })
    return results.map((result) =>
      result instanceof AppError ? result : { message: result.sent, isRepeat: result.isRepeat },
    )
  }
}
export type MessageStore = ReturnType<typeof createMessageStore>

const keyOf = (senderId: string, clientMessageId: string) => `${senderId} ${clientMessageId}`
const ownerOf = (row: { menteeId: string; mentorId: string }, role: Role) =>
  role === 'mentee' ? row.menteeId : row.mentorId
const seenBy = (role: Role, row: Open) =>
  presentConversation(role === 'mentee' ? row : { ...row, unreadCount: row.mentorUnreadCount }, true)
