import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'
import { errorMessage } from '../../../lib/error-messages.ts'
import { mergeMessages } from '../../../lib/messaging/message-list.ts'
import { useMessageItems } from '../../../lib/messaging/use-message-items.ts'
import { type ChatOwner, fetchMessages } from '../chat-api.ts'
import { outboxOf } from '../outboxes.ts'
import { chatKeys, threadQuery } from '../queries.ts'
import { hasEarlier, type Thread } from '../thread.ts'

/** A conversation's messages as shown, and what can be done there. */
export function useThread(owner: ChatOwner, conversationId: string) {
  const { role, userId } = owner
  const client = useQueryClient()
  const query = useQuery(threadQuery(role, conversationId))
  const thread = query.data
  const { items, send, retry, discard } = useMessageItems({
    threadId: conversationId,
    messages: thread,
    outbox: outboxOf(owner),
    ownId: userId,
  })

  const earlier = useMutation({
    mutationFn: (before: number) => fetchMessages(role, conversationId, { before }),
    onSuccess: ({ messages }) =>
      client.setQueryData<Thread>(chatKeys.thread(role, conversationId), (known) =>
        mergeMessages(known ?? [], messages),
      ),
    onError: (error) => toast.error(errorMessage('loadMessages', error), { id: 'load-messages' }),
  })

  return {
    thread,
    items,
    error: query.error,
    isLoading: query.isPending,
    retryLoading: () => void query.refetch(),
    hasEarlier: thread !== undefined && hasEarlier(thread),
    isLoadingEarlier: earlier.isPending,
    isEarlierLost: earlier.isError,
    loadEarlier: () => {
      const first = thread?.[0]
      if (first && !earlier.isPending) earlier.mutate(first.seq)
    },
    send,
    retry,
    discard,
  }
}
