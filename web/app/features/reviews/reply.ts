import { api } from '@marga/contract/api'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'
import { sendRequest } from '../../lib/api-client.ts'
import { sharedKeys } from '../../lib/query-keys.ts'

/** Writes or replaces the mentor's reply to one review. */
export function useReplyToReview(mentorId: string, reviewId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: { text: string }) => sendRequest(api.reviews.reply, { params: { reviewId }, body }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: sharedKeys.reviews(mentorId) })
      toast.success('Your reply is published')
    },
  })
}
