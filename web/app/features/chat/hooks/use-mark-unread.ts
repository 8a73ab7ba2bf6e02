import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'
import { errorMessage } from '../../../lib/error-messages.ts'
import { type ChatOwner, markRead } from '../chat-api.ts'
import { chatKeys } from '../queries.ts'
import { applyConversation } from '../realtime.ts'

/** Marks the other's last message as new again, until the conversation is opened. */
export function useMarkUnread({ role }: ChatOwner) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (conversationId: string) => markRead(role, conversationId, { isRead: false }),
    onSuccess: (conversation) => {
      applyConversation(client, role, conversation)
      void client.invalidateQueries({ queryKey: chatKeys.unread(role) })
    },
    onError: (error) => toast.error(errorMessage('loadConversations', error)),
  })
}
