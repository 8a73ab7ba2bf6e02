import { api } from '@marga/contract/api'
import type { SenderType } from '@marga/contract/chat'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { toast } from 'sonner'
import { sendRequest } from '../../../lib/api-client.ts'
import { errorMessage } from '../../../lib/error-messages.ts'
import { uniqueId } from '../../../lib/unique-id.ts'
import { applyCommunityMessage } from '../realtime.ts'

/** Written, but not known to have arrived. A retry carries the same id, so nothing is said twice. */
export type Unsent = { clientMessageId: string; message: string; hasFailed: boolean }

export function useSending(role: SenderType, mentorId: string) {
  const client = useQueryClient()
  const [unsent, setUnsent] = useState<readonly Unsent[]>([])
  // One after the other, in the order in which they were written.
  const line = useRef<Promise<unknown>>(Promise.resolve())
  const mark = (id: string, hasFailed: boolean) =>
    setUnsent((all) => all.map((each) => (each.clientMessageId === id ? { ...each, hasFailed } : each)))
  const discard = (id: string) => setUnsent((all) => all.filter((each) => each.clientMessageId !== id))

  const post = async ({ clientMessageId, message }: Unsent) => {
    try {
      const body = { message, clientMessageId }
      const { data } = await sendRequest(api.community.send, { params: { mentorId }, body }, { role })
      applyCommunityMessage(client, role, data)
      discard(clientMessageId)
    } catch (error) {
      mark(clientMessageId, true)
      toast.error(errorMessage('sendMessage', error))
    }
  }
  const enqueue = (written: Unsent) => {
    line.current = line.current.then(() => post(written))
  }
  return {
    unsent,
    discard,
    send(message: string) {
      const written = { clientMessageId: uniqueId(), message, hasFailed: false }
      setUnsent((all) => [...all, written])
      enqueue(written)
    },
    retry(written: Unsent) {
      mark(written.clientMessageId, false)
      enqueue(written)
    },
  }
}
