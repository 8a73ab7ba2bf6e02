import type { FullMessage } from '@marga/contract/chat'
import type { MemberRole } from '@marga/contract/roles'
import type { Member } from '../../platform/actor.ts'
import type { NewId } from '../../platform/clock.ts'
import type { Tx } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { ResponseClocks } from '../response-times/response-clocks.service.ts'
import {
  type ClockFacts,
  type EndedWaiting,
  endOf,
  isUndisturbed,
  notWaiting,
  standstillAt,
  waitingOf,
} from '../response-times/waiting.rules.ts'
import { presentConversation, presentFullMessage, presentMessage } from './chat.presenter.ts'
import * as queries from './chat.queries.ts'
import type { ChatPolicy, Rights } from './chat-policy.service.ts'
import { hideContactDetails } from './contact-details.rules.ts'
import { type Accepted, type AnnouncementDeps, announceAll } from './message-announcements.service.ts'

export type MessageStoreDeps = AnnouncementDeps & {
  newId: NewId
  chatPolicy: ChatPolicy
  responseClocks: ResponseClocks
}

export type NewMessage = { message: string; clientMessageId?: string | undefined }
export type Sending = { actor: Member; conversationId: string; input: NewMessage }
export type Sent = { message: FullMessage; isRepeat: boolean }

type OpenConversation = {
  row: queries.ConversationOfBoth
  rights: Rights
  /** Undefined where no message of the batch needs them. */
  clockFacts: ClockFacts | undefined
  /** A message of the batch has started or ended its clock. */
  isClockTurned: boolean
  /** Questions that messages of the batch have answered. */
  answered: EndedWaiting[]
}

/** What messages of several people are added to at once. */
type SendingBatch = {
  /** As they are while messages are added to them. */
  conversations: ReadonlyMap<string, OpenConversation>
  /** By `clientKey`. */
  known: Map<string, queries.MessageRow>
}

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
  const batch = await openBatch(deps, tx, sendings)
  const results = sendings.map((sending) => accept(batch, sending, deps))
  const accepted = results.filter((result): result is Accepted => !(result instanceof AppError))
  const added = accepted.filter(({ isRepeat }) => !isRepeat)
  await insertAll(tx, batch, added)
  await deps.responseClocks.record(
    tx,
    [...batch.conversations.values()].flatMap(({ answered }) => answered),
  )
  await announceAll(deps, tx, accepted)
  return results.map((result) =>
    result instanceof AppError ? result : { message: result.sent, isRepeat: result.isRepeat },
  )
}

/** What concerns the group, read under the locks of its conversations. */
async function openBatch(
  { clock, chatPolicy, responseClocks }: MessageStoreDeps,
  tx: Tx,
  sendings: readonly Sending[],
): Promise<SendingBatch> {
  const ids = [...new Set(sendings.map(({ conversationId }) => conversationId))]
  await queries.lockConversations(tx, ids)
  const rows = await queries.findConversationsOfBoth(tx, ids, clock.now())
  const rightsOf = await chatPolicy.ofAll(tx, rows)
  const earlier = await queries.findByClientIds(
    tx,
    sendings.flatMap(({ actor, input: { clientMessageId } }) =>
      clientMessageId === undefined ? [] : [{ senderId: actor.id, clientMessageId }],
    ),
  )
  const facts = await responseClocks.factsOf(tx, changingClocks(rows, sendings, clock.now()))
  const open = (row: queries.ConversationOfBoth, index: number): OpenConversation => ({
    row,
    rights: rightsOf[index]!,
    clockFacts: facts.get(row.id),
    isClockTurned: false,
    answered: [],
  })
  return {
    conversations: new Map(rows.map((row, index) => [row.id, open(row, index)])),
    known: new Map(earlier.map((row) => [clientKey(row.senderId, row.clientMessageId!), row])),
  }
}

/**
 * Conversations whose clock a message may start, or end after it stood still: those in which a mentee writes where
 * none runs, and those in which the mentor writes where something moved its deadlines.
 */
function changingClocks(
  rows: readonly queries.ConversationOfBoth[],
  sendings: readonly Sending[],
  now: Date,
) {
  const writtenBy = (role: MemberRole) =>
    new Set(sendings.filter(({ actor }) => actor.role === role).map(({ conversationId }) => conversationId))
  const [byMentee, byMentor] = [writtenBy('mentee'), writtenBy('mentor')]
  const mayChange = (row: queries.ConversationOfBoth) =>
    byMentee.has(row.id)
      ? row.waitingSince === null || byMentor.has(row.id)
      : row.waitingSince !== null && !isUndisturbed(row, now)
  return rows.filter(mayChange).map(({ id }) => id)
}

async function insertAll(tx: Tx, { conversations }: SendingBatch, added: readonly Accepted[]) {
  if (added.length === 0) return
  await queries.insertMessages(
    tx,
    added.map(({ row }) => row),
  )
  const rows = [...new Set(added.map((one) => one.in))]
  const isClockTurned = rows.some(({ id }) => conversations.get(id)!.isClockTurned)
  await (isClockTurned ? queries.writeCountersAndClocks(tx, rows) : queries.writeCounters(tx, rows))
}

/** By sender and the sender's id of it. */
const clientKey = (senderId: string, clientMessageId: string) => `${senderId} ${clientMessageId}`

/** Adds the message to its conversation, or finds it there. @returns not_found, not_enrolled or idempotency_conflict otherwise */
function accept(
  { conversations, known }: SendingBatch,
  sending: Sending,
  deps: MessageStoreDeps,
): Accepted | AppError {
  const { actor, conversationId, input } = sending
  const conversation = conversations.get(conversationId)
  // Somebody else's does not exist.
  if (!conversation || actor.id !== ownerOf(conversation.row, actor.role)) return new AppError('not_found')
  if (!conversation.rights.canWrite) return new AppError('not_enrolled')
  const key = input.clientMessageId === undefined ? undefined : clientKey(actor.id, input.clientMessageId)
  const earlier = key === undefined ? undefined : known.get(key)
  if (earlier && earlier.conversationId !== conversationId) return new AppError('idempotency_conflict')
  const row = earlier ?? append(sending, conversation, deps)
  if (key !== undefined) known.set(key, row)
  const otherRole = actor.role === 'mentee' ? 'mentor' : 'mentee'
  const message = presentMessage(row)
  // At once: the next message of the group carries the conversation on.
  const now = deps.clock.now()
  const as = (role: MemberRole) => presentFullMessage(message, seenBy(role, conversation, now))
  return {
    row,
    isRepeat: earlier !== undefined,
    in: conversation.row,
    to: { id: ownerOf(conversation.row, otherRole), role: otherRole },
    sent: as(actor.role),
    told: as(otherRole),
  }
}

/** Numbers the message after those of its conversation, and carries the conversation on. */
function append(
  { actor, conversationId, input }: Sending,
  conversation: OpenConversation,
  deps: MessageStoreDeps,
): queries.MessageRow {
  const { row, rights } = conversation
  const { clock, newId } = deps
  const { isMasked } = rights
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
  turnClock(conversation, actor.role, now)
  return message
}

/** A mentee's message starts the clock where none runs, and the mentor's ends it. */
function turnClock(conversation: OpenConversation, sender: MemberRole, now: Date) {
  const { row, rights, clockFacts, answered } = conversation
  if (sender === 'mentor' && row.waitingSince) {
    answered.push(endOf(row, { outcome: 'answered', endedAt: now }, clockFacts ?? { standstills: [] }))
    Object.assign(row, notWaiting, { standstill: null })
    conversation.isClockTurned = true
  } else if (sender === 'mentee' && !row.waitingSince && clockFacts && rights.isPromised) {
    const started = waitingOf({ since: now, silentSince: now }, clockFacts)
    Object.assign(row, started, { standstill: standstillAt(now, clockFacts) })
    conversation.isClockTurned = true
  }
}

const ownerOf = (row: { menteeId: string; mentorId: string }, role: MemberRole) =>
  role === 'mentee' ? row.menteeId : row.mentorId

const seenBy = (role: MemberRole, { row, rights }: OpenConversation, now: Date) =>
  presentConversation(
    role === 'mentee' ? row : { ...row, unreadCount: row.mentorUnreadCount },
    { ...rights, canWrite: true },
    now,
  )
