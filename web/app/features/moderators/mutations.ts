import { api } from '@marga/contract/api'
import type { ModeratorInvitation } from '@marga/contract/moderators'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'
import { sendRequest } from '../../lib/api-client.ts'
import { errorMessage } from '../../lib/error-messages.ts'
import { whileEndingSession } from '../../lib/own-session-end.ts'
import { moderatorKeys } from './queries.ts'

/** What is wrong with the address is said at its field. */
export function useInvite() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (email: string) => sendRequest(api.moderators.invite, { body: { email } }),
    onSuccess: ({ data }) => toast.success('Invitation sent', { description: data.email }),
    onSettled: () => client.invalidateQueries({ queryKey: moderatorKeys.all }),
  })
}

export function useWithdraw() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ _id: id }: ModeratorInvitation) =>
      sendRequest(api.moderators.withdrawInvitation, { params: { id } }),
    onSuccess: () => toast.success('Invitation withdrawn'),
    onError: (error) => toast.error(errorMessage('vetting', error)),
    onSettled: () => client.invalidateQueries({ queryKey: moderatorKeys.all }),
  })
}

/** What is wrong is said in the dialog. */
export const useLeave = (onLeft: () => void) =>
  useMutation({
    mutationFn: (password: string) =>
      whileEndingSession('moderator', () => sendRequest(api.moderators.leave, { body: { password } })),
    onSuccess: onLeft,
  })
