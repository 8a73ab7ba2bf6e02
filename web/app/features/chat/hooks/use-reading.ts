import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { connectionOf } from '../../../lib/socket.ts'
import { useCatchUp } from '../../../lib/use-connection.ts'
import { useHasAttention } from '../../../lib/use-has-attention.ts'
import { type ChatOwner, markRead } from '../chat-api.ts'
import { applyOwnReading } from '../realtime.ts'
import type { Thread } from '../thread.ts'

type Reading = { conversationId: string; seq: number }

/** Tells the server how far the open conversation was read, by the socket or, failing that, by a call. */
export function useReading({ role, userId }: ChatOwner, conversationId: string, thread: Thread | undefined) {
  const client = useQueryClient()
  const hasAttention = useHasAttention()
  const newestSeq = thread?.findLast(({ sender }) => sender.senderId._id !== userId)?.seq ?? 0
  /** What the server has not acknowledged yet. */
  const untold = useRef<Reading | null>(null)
  // The next message, which would tell it too, may never come. This stands before the effect below, or both would tell
  // of a conversation that is just opened.
  useCatchUp(role, () => {
    if (untold.current) void report(role, untold.current, untold)
  })
  useEffect(() => {
    if (!hasAttention || newestSeq === 0) return
    applyOwnReading(client, role, conversationId)
    const reading = { conversationId, seq: newestSeq }
    untold.current = reading
    void report(role, reading, untold)
  }, [client, role, conversationId, newestSeq, hasAttention])
}

async function report(role: ChatOwner['role'], reading: Reading, untold: { current: Reading | null }) {
  try {
    const { ok } = await connectionOf(role).emit('read', reading)
    if (!ok) await markRead(role, reading.conversationId)
    if (untold.current === reading) untold.current = null
  } catch {
    // It is told again when the connection is back; nobody has to know.
  }
}
