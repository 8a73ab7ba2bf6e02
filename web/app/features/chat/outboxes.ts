import { texts } from '@marga/contract/texts'
import { toast } from 'sonner'
import { ApiError } from '../../lib/api-client.ts'
import { onLoginChange } from '../../lib/auth-storage.ts'
import { browserStorage } from '../../lib/browser-storage.ts'
import { errorMessage } from '../../lib/error-messages.ts'
import { createOutbox, type Outbox } from '../../lib/messaging/outbox.ts'
import { isTemporary } from '../../lib/messaging/outbox-delivery.ts'
import { isOffline } from '../../lib/online.ts'
import { queryClient } from '../../lib/query-client.ts'
import { withLock } from '../../lib/with-lock.ts'
import { type ChatOwner, sendMessage } from './chat-api.ts'
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
    async send({ threadId: conversationId, clientMessageId, text }) {
      const sent = await sendMessage(owner, { conversationId, clientMessageId, message: text })
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
