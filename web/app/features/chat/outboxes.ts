import { api } from '@marga/contract/api'
import type { FullMessage } from '@marga/contract/chat'
import { texts } from '@marga/contract/texts'
import { toast } from 'sonner'
import { ApiError, sendRequest } from '../../lib/api-client.ts'
import { onLoginChange } from '../../lib/auth-storage.ts'
import { browserStorage } from '../../lib/browser-storage.ts'
import { errorMessage } from '../../lib/error-messages.ts'
import { createOutbox, isTemporary, type Outbox } from '../../lib/messaging/outbox.ts'
import { isOffline } from '../../lib/online.ts'
import { queryClient } from '../../lib/query-client.ts'
import { type Connection, connectionOf } from '../../lib/socket.ts'
import { withLock } from '../../lib/with-lock.ts'
import { type ChatOwner, requireId } from './chat-api.ts'
import { applyMessage } from './realtime.ts'

const outboxes = new Map<string, Outbox>()

/** The one outbox of a person in this tab; it goes on sending whatever page is shown. */
export function outboxOf(owner: ChatOwner): Outbox {
  const ownerId = `${owner.role}.${owner.userId}`
  const known = outboxes.get(ownerId)
  if (known) return known
  const outbox = createOutbox({
    ownerId,
    storage: browserStorage,
    withLock,
    isTemporary,
    isOffline,
    async send({ threadId: conversationId, clientMessageId, text, seenSeq }) {
      const sent = await sendMessage(owner, { conversationId, clientMessageId, message: text, seenSeq })
      applyMessage(queryClient, owner.role, sent)
    },
    failureOf: (error) => ({
      // What is no answer of the server is a connection that broke or hung.
      status: error instanceof ApiError ? error.status : 0,
      reason: errorMessage('sendMessage', error),
    }),
    // What the server says of a refusal stands under the message, too.
    onFailure: ({ reason }) =>
      toast.error(texts.chat.sendFailed, {
        description: reason === texts.chat.sendFailed ? undefined : reason,
      }),
  })
  outboxes.set(ownerId, outbox)
  window.addEventListener('storage', outbox.followStorage)
  window.addEventListener('online', outbox.kick)
  onLoginChange(({ role, cause }) => {
    if (role === owner.role && cause === 'signed-out') outbox.clear()
  })
  outbox.kick()
  return outbox
}

type NewMessage = {
  conversationId: string
  message: string
  clientMessageId: string
  seenSeq?: number | undefined
}
/** A connection that hangs must not hold back what is written after it. */
const sendTimeoutMs = 15_000

/** Less than the HTTP call gets: after it the message still goes by that. */
const socketTimeoutMs = 4000
/** Refusals that are the answer to an HTTP call, too: it would only add to what is too much already. */
const busyStatuses: Record<string, number> = { rate_limited: 429, unavailable: 503 }

/**
 * By the socket while it is connected, else by an HTTP call; also after the socket where that gave no answer or
 * refused, because the HTTP response says more of a refusal. The id makes it one message.
 * @throws ApiError
 */
export async function sendMessage(
  owner: ChatOwner,
  written: NewMessage,
  connection: Pick<Connection, 'state' | 'emit'> = connectionOf(owner.role),
): Promise<FullMessage> {
  requireId(written.conversationId)
  if (connection.state() === 'connected') {
    const reply = await connection.emit('message', written, socketTimeoutMs)
    if (reply.ok && reply.message) return reply.message
    const busy = !reply.ok && busyStatuses[reply.code]
    if (busy) throw new ApiError(busy, reply)
  }
  return sendByHttp(owner, written)
}

async function sendByHttp({ role, userId }: ChatOwner, written: NewMessage): Promise<FullMessage> {
  const { conversationId, ...message } = written
  const input = { params: { conversationId }, body: { ...message, sender: userId } }
  const options = { signal: AbortSignal.timeout(sendTimeoutMs) }
  const { responseFromMessageCreation } = await sendRequest(api.chat[role].send, input, options)
  return responseFromMessageCreation
}
