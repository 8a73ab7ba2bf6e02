import { api } from '@marga/contract/api'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { sendRequest } from '../../lib/api-client.ts'

export const savedRepliesQuery = (mentorId: string) =>
  queryOptions({
    queryKey: ['chat', 'mentor', 'saved-replies', mentorId] as const,
    queryFn: async ({ signal }) =>
      (await sendRequest(api.savedReplies.list, { params: { mentorId } }, { signal })).savedReplies,
    throwOnError: false,
  })

/** Sets all of them: what is given is what there is afterwards, on every device. */
export function useSaveReplies(mentorId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (savedReplies: string[]) =>
      sendRequest(api.savedReplies.save, { params: { mentorId }, body: { savedReplies } }),
    onSuccess: ({ savedReplies }) => client.setQueryData(savedRepliesQuery(mentorId).queryKey, savedReplies),
  })
}
