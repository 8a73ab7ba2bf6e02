import { api } from '@marga/contract/api'
import type { Role } from '@marga/contract/roles'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'
import { sendRequest } from '../../lib/api-client.ts'
import { errorMessage } from '../../lib/error-messages.ts'
import { notificationKeys } from './queries.ts'
import { applyAllRead } from './realtime.ts'

function markAllRead(role: Role, userId: string): Promise<unknown> {
  const input = { params: { ownId: userId } }
  switch (role) {
    case 'mentee':
      return sendRequest(api.notifications.mentee.markRead, input)
    case 'mentor':
      return sendRequest(api.notifications.mentor.markRead, input)
    case 'moderator':
      return sendRequest(api.notifications.moderator.markRead, input)
  }
}

export function useMarkAllRead(role: Role, userId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => markAllRead(role, userId),
    onMutate: () => applyAllRead(client, role),
    // The page of them may be open below the bell.
    onSuccess: () => void client.invalidateQueries({ queryKey: notificationKeys.all(role) }),
    onError: (error) => {
      toast.error(errorMessage('markNotificationsRead', error))
      void client.invalidateQueries({ queryKey: notificationKeys.bell(role) })
    },
  })
}
