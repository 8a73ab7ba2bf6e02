import { useQueryClient } from '@tanstack/react-query'
import { useToldReading } from '../../../lib/messaging/use-told-reading.ts'
import { connectionOf } from '../../../lib/socket.ts'
import { type ChatOwner, markRead } from '../chat-api.ts'
import { applyOwnReading } from '../realtime.ts'
import type { Thread } from '../thread.ts'

/** Tells the server how far the open conversation was read, by the socket or, failing that, by a call. */
export function useReading({ role, userId }: ChatOwner, conversationId: string, thread: Thread | undefined) {
  const client = useQueryClient()
  const seq = thread?.findLast(({ sender }) => sender.senderId._id !== userId)?.seq ?? 0
  useToldReading(role, { id: conversationId, seq }, async (reading) => {
    applyOwnReading(client, role, reading.id)
    const { ok } = await connectionOf(role).emit('read', { conversationId: reading.id, seq: reading.seq })
    if (!ok) await markRead(role, reading.id, { seq: reading.seq })
  })
}
