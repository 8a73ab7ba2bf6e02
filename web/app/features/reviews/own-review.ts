import { api } from '@marga/contract/api'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'
import { ApiError, sendRequest } from '../../lib/api-client.ts'
import { sharedKeys } from '../../lib/query-keys.ts'

export type ReviewValues = { rating: number; text: string }

/** Saving and removing one's own review of a mentor; the profile answer holds what it is. */
export function useOwnReview(mentorId: string) {
  const client = useQueryClient()
  const refresh = () =>
    Promise.all([
      client.invalidateQueries({ queryKey: sharedKeys.mentorProfile(mentorId) }),
      client.invalidateQueries({ queryKey: sharedKeys.reviews(mentorId) }),
    ])
  const params = { mentorId }
  const save = useMutation({
    mutationFn: (body: ReviewValues) => sendRequest(api.reviews.put, { params, body }),
    onSuccess: async () => {
      await refresh()
      toast.success('Thank you. Your review is published.')
    },
  })
  const remove = useMutation({
    mutationFn: () => sendRequest(api.reviews.remove, { params }),
    onSuccess: () => toast.success('Your review is removed'),
    onError: (error) => {
      const isMissing = error instanceof ApiError && error.status === 404
      if (isMissing) toast.info('You have no review of this mentor')
      else toast.error('The review was not removed', { description: error.message })
    },
    onSettled: refresh,
  })
  return { save, remove }
}
