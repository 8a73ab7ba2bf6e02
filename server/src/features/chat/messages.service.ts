import type { FullMessage, Message } from '@marga/contract/chat'
import { roleHome } from '@marga/contract/roles'
import { texts } from '@marga/contract/texts'
import { after, type Clock, hoursMs, type NewId } from '../../platform/clock.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { Realtime } from '../../platform/realtime.ts'
import type { Notifications } from '../notifications/notifications.service.ts'
import type { NewNotice, PushNotices } from '../notifications/push-notices.service.ts'
import { presentFullMessage, presentMessage } from './chat.presenter.ts'
import * as queries from './chat.queries.ts'
import { hideContactDetails } from './contact-details.rules.ts'
import type { ChatActor, Conversations, WritingRights } from './conversations.service.ts'

type Deps = {
  db: Database
  clock: Clock
  newId: NewId
  realtime: Realtime
  conversations: Conversations
  notifications: Notifications
  pushNotices: PushNotices
  rights: WritingRights
}

export type MessageRange = { before?: number | undefined; after?: number | undefined; limit: number }
export type NewMessage = { message: string; clientMessageId?: string | undefined }
type Sent = { message: FullMessage; isRepeat: boolean }

/** Who has the conversation open has read it by then, and several messages in a row make one notice. */
const pushAfterSeconds = 3
const pushUsefulHours = 12

export function createMessages(deps: Deps) {
  const { db, clock, newId, realtime, conversations, notifications, pushNotices, rights } = deps
  async function page(
    conversationId: string,
    range: MessageRange,
  ): Promise<{ messages: Message[]; hasMore: boolean }> {
    const isForward = range.after !== undefined
    const rows = await queries
      .messages(db.query)
      .where('message.conversationId', '=', conversationId)
      .$if(isForward, (query) => query.where('message.seq', '>', range.after!))
      .$if(range.before !== undefined, (query) => query.where('message.seq', '<', range.before!))
      .orderBy('message.seq', isForward ? 'asc' : 'desc')
      .limit(range.limit + 1)
      .execute()
    const shown = rows.slice(0, range.limit).map(presentMessage)
    return { messages: isForward ? shown : shown.reverse(), hasMore: rows.length > range.limit }
  }

  /** Inserts under the conversation's lock: repeats are found, numbers have no gaps. */
  async function insert(
    tx: Tx,
    actor: ChatActor,
    conversation: queries.Pair & { id: string },
    input: NewMessage,
  ) {
    const conversationId = conversation.id
    await queries.lockConversation(tx, conversationId)
    const earlier =
      input.clientMessageId && (await queries.findByClientId(tx, actor.id, input.clientMessageId))
    if (earlier) {
      if (earlier.conversationId !== conversationId) throw new AppError('idempotency_conflict')
      return { row: earlier, isRepeat: true }
    }
    const masked = hideContactDetails(input.message)
    // Most messages hold nothing to hide, and then nothing needs to be asked.
    const hidden =
      masked.masked && (await rights.isMasked(tx, conversation))
        ? masked
        : { text: input.message, masked: false }
    const now = clock.now()
    const seq = await queries.takeSeq(tx, conversationId, actor.role, now)
    const id = newId()
    await tx
      .insertInto('message')
      .values({
        id,
        conversationId,
        seq,
        senderId: actor.id,
        senderType: actor.role,
        body: hidden.text,
        masked: hidden.masked,
        clientMessageId: input.clientMessageId ?? null,
        createdAt: now,
      })
      .execute()
    return {
      row: await queries.messages(tx).where('message.id', '=', id).executeTakeFirstOrThrow(),
      isRepeat: false,
    }
  }

  /** Says who, not what: it shows on locked screens. */
  const noticeOf = (
    firstName: string,
    { id, role }: { id: string; role: 'mentee' | 'mentor' },
    conversationId: string,
  ): NewNotice => ({
    accountId: id,
    kind: 'messages',
    notice: {
      title: firstName,
      body: 'has written to you',
      path: `${roleHome[role]}/connect/inbox/${conversationId}`,
      tag: conversationId,
    },
    usefulUntil: after(clock.now(), hoursMs(pushUsefulHours)),
  })

  return {
    /** @throws AppError not_found */
    async list(actor: ChatActor, conversationId: string, range: MessageRange) {
      await conversations.find(db.query, actor, conversationId)
      return page(conversationId, range)
    },

    /** The newest page of a pair. @throws AppError not_found */
    async ofPair(actor: ChatActor, pair: queries.Pair, limit: number) {
      if (actor.id !== (actor.role === 'mentee' ? pair.menteeId : pair.mentorId))
        throw new AppError('forbidden')
      const row = await conversations.findByPair(db.query, actor.role, pair)
      if (!row) throw new AppError('not_found')
      return { messages: (await page(row.id, { limit })).messages, conversationId: row.id }
    },

    /**
     * Stores, then tells both people on every device. A repeated clientMessageId is announced again,
     * because the first announcement may have been what was lost. @throws AppError not_found, not_enrolled
     */
    async send(actor: ChatActor, conversationId: string, input: NewMessage): Promise<Sent> {
      return db.transact(async (tx) => {
        const conversation = await conversations.find(tx, actor, conversationId)
        if (!(await rights.canWrite(tx, conversation))) throw new AppError('not_enrolled')
        const { row, isRepeat } = await insert(tx, actor, conversation, input)
        const message = presentMessage(row)
        const otherRole = actor.role === 'mentee' ? ('mentor' as const) : ('mentee' as const)
        const otherId = actor.role === 'mentee' ? conversation.mentorId : conversation.menteeId
        const other = { id: otherId, role: otherRole }
        const notices = isRepeat
          ? undefined
          : await notifications.store(tx, [otherId], {
              type: 'message',
              content: texts.chat.received(row.firstName),
              conversationId,
            })
        if (!isRepeat)
          await pushNotices.add(tx, noticeOf(row.firstName, other, conversationId), pushAfterSeconds)
        const own = await conversations.find(tx, actor, conversationId)
        const theirs = await conversations.find(tx, other, conversationId)
        const forSender = presentFullMessage(message, await conversations.present(tx, own, true))
        const forOther = presentFullMessage(message, await conversations.present(tx, theirs, true))
        const unread = await queries.countUnread(tx, otherRole, otherId)
        db.afterCommit(() => {
          realtime.emit(otherId, 'messageReveived', {
            ...forOther,
            notification: notices?.get(otherId) ?? null,
          })
          realtime.emit(actor.id, 'messageReveived', { ...forSender, notification: null })
          realtime.emit(otherId, 'unread', { unreadConversations: unread })
        })
        return { message: forSender, isRepeat }
      })
    },
  }
}
export type Messages = ReturnType<typeof createMessages>
