import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useSyncExternalStore } from 'react'
import { toast } from 'sonner'
import { currentTime } from '../../../lib/clock.ts'
import { rememberedDayKey } from '../../../lib/dates.ts'
import { errorMessage } from '../../../lib/error-messages.ts'
import { uniqueId } from '../../../lib/unique-id.ts'
import { type ChatOwner, fetchMessages } from '../chat-api.ts'
import { outboxOf } from '../outboxes.ts'
import { chatKeys, threadQuery } from '../queries.ts'
import { hasEarlier, mergeMessages, type Thread, threadItems } from '../thread-rules.ts'

/** A conversation's messages as shown, and what can be done there. */
export function useThread(owner: ChatOwner, conversationId: string) {
  const { role, userId } = owner
  const client = useQueryClient()
  const query = useQuery(threadQuery(role, conversationId))
  const outbox = outboxOf(owner)
  const waiting = useSyncExternalStore(outbox.subscribe, outbox.list)
  const thread = query.data

  const earlier = useMutation({
    mutationFn: (before: number) => fetchMessages(role, conversationId, { before }),
    onSuccess: ({ messages }) =>
      client.setQueryData<Thread>(chatKeys.thread(role, conversationId), (known) =>
        mergeMessages(known ?? [], messages),
      ),
    onError: (error) => toast.error(errorMessage('loadMessages', error)),
  })

  const items = useMemo(() => {
    const unsent = waiting.filter((each) => each.conversationId === conversationId)
    return threadItems(thread ?? [], unsent, userId, rememberedDayKey)
  }, [thread, waiting, conversationId, userId])

  return {
    thread,
    items,
    error: query.error,
    isLoading: query.isPending,
    retryLoading: () => void query.refetch(),
    hasEarlier: thread !== undefined && hasEarlier(thread),
    isLoadingEarlier: earlier.isPending,
    loadEarlier: () => {
      const first = thread?.[0]
      if (first && !earlier.isPending) earlier.mutate(first.seq)
    },
    send: (text: string) =>
      outbox.add({
        conversationId,
        text,
        clientMessageId: uniqueId(),
        createdAt: currentTime().toISOString(),
      }),
    retry: outbox.retry,
    discard: outbox.discard,
  }
}
