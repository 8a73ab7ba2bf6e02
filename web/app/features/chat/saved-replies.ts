import { api } from '@marga/contract/api'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { sendRequest } from '../../lib/api-client.ts'
import { fetchNow } from '../../lib/fetch-now.ts'

export const savedRepliesQuery = (mentorId: string) =>
  queryOptions({
    queryKey: ['chat', 'mentor', 'saved-replies', mentorId] as const,
    queryFn: async ({ signal }) =>
      (await sendRequest(api.savedReplies.list, { params: { mentorId } }, { signal })).savedReplies,
    throwOnError: false,
  })

/** Makes the new list from the one that there is when it is sent. */
export type RepliesChange = (known: readonly string[]) => string[]

/**
 * The server takes the whole list: what is given is what there is afterwards, on every device. So one change waits
 * for the one before it and begins with its outcome, or deleting two quickly would bring the first one back.
 */
export function useSaveReplies(mentorId: string, onError?: (error: Error) => void) {
  const client = useQueryClient()
  const query = savedRepliesQuery(mentorId)
  return useMutation({
    scope: { id: `saved-replies ${mentorId}` },
    mutationFn: async (change: RepliesChange) => {
      const savedReplies = change(await fetchNow(client, query))
      return sendRequest(api.savedReplies.save, { params: { mentorId }, body: { savedReplies } })
    },
    onError,
    onSuccess: ({ savedReplies }) => client.setQueryData(query.queryKey, savedReplies),
  })
}
