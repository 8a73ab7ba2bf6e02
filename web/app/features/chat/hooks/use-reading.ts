import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { connectionOf } from '../../../lib/socket.ts'
import { useHasAttention } from '../../../lib/use-has-attention.ts'
import { type ChatOwner, markRead } from '../chat-api.ts'
import { applyOwnReading } from '../realtime.ts'
import type { Thread } from '../thread.ts'

/** Tells the server how far the open conversation was read, by the socket or, failing that, by a call. */
export function useReading({ role, userId }: ChatOwner, conversationId: string, thread: Thread | undefined) {
  const client = useQueryClient()
  const hasAttention = useHasAttention()
  const newestSeq = thread?.findLast(({ sender }) => sender.senderId._id !== userId)?.seq ?? 0
  useEffect(() => {
    if (!hasAttention || newestSeq === 0) return
    applyOwnReading(client, role, conversationId)
    void connectionOf(role)
      .emit('read', { conversationId, seq: newestSeq })
      .then(({ ok }) => (ok ? undefined : markRead(role, conversationId)))
      // Reading is reported again with the next message; nobody has to be told.
      .catch(() => undefined)
  }, [client, role, conversationId, newestSeq, hasAttention])
}
