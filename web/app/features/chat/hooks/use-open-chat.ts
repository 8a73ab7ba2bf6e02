import type { MemberRole } from '@marga/contract/roles'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { toast } from 'sonner'
import { errorMessage } from '../../../lib/error-messages.ts'
import { useStillHere } from '../../../lib/use-still-here.ts'
import { openConversation } from '../chat-api.ts'

/** Opens the conversation with a person, made if need be; not for who has gone on meanwhile. */
export function useOpenChat(role: MemberRole, hrefOf: (conversationId: string) => string) {
  const navigate = useNavigate()
  const isStillHere = useStillHere()
  return useMutation({
    mutationFn: (personId: string) => openConversation(role, personId),
    onSuccess: (conversationId) => {
      if (isStillHere()) void navigate(hrefOf(conversationId))
    },
    onError: (error) => toast.error(errorMessage('openChat', error)),
  })
}
