import { api } from '@marga/contract/api'
import type { WaitlistPlace } from '@marga/contract/waitlist'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'
import { sendRequest } from '../../lib/api-client.ts'
import { sharedKeys } from '../../lib/query-keys.ts'

export function useJoinWaitlist() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (mentorId: string) => sendRequest(api.waitlist.join, { params: { mentorId } }),
    onSuccess: (place) => {
      client.setQueryData<WaitlistPlace[]>(sharedKeys.waitlist, (known = []) => [
        ...known.filter(({ mentorId }) => mentorId !== place.mentorId),
        place,
      ])
      toast.success('You are on the waitlist', {
        description: 'You get a notification as soon as a place is yours to take.',
      })
    },
    onError: (error) => toast.error('You are not on the waitlist', { description: error.message }),
    onSettled: () => void client.invalidateQueries({ queryKey: sharedKeys.mentorProfiles }),
  })
}

export function useLeaveWaitlist() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (mentorId: string) => sendRequest(api.waitlist.leave, { params: { mentorId } }),
    onSuccess: (_, left) => {
      client.setQueryData<WaitlistPlace[]>(sharedKeys.waitlist, (known) =>
        known?.filter(({ mentorId }) => mentorId !== left),
      )
      toast.success('You left the waitlist')
    },
    onError: (error) => toast.error('You are still on the waitlist', { description: error.message }),
    onSettled: () => {
      void client.invalidateQueries({ queryKey: sharedKeys.waitlist })
      void client.invalidateQueries({ queryKey: sharedKeys.mentorProfiles })
    },
  })
}
