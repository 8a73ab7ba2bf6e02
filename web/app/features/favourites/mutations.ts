import { api } from '@marga/contract/api'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'
import { sendRequest } from '../../lib/api-client.ts'
import { favouritesQuery } from './queries.ts'

type Toggled = { mentorId: string; isFavourite: boolean }

/** Shown at once, and taken back where it could not be kept. Pressed twice, it is sent in that order. */
export function useToggleFavourite() {
  const client = useQueryClient()
  const { queryKey } = favouritesQuery
  const show = ({ mentorId, isFavourite }: Toggled) =>
    client.setQueryData(queryKey, (ids = []) => {
      const others = ids.filter((id) => id !== mentorId)
      return isFavourite ? [mentorId, ...others] : others
    })
  return useMutation({
    mutationKey: queryKey,
    scope: { id: 'favourites' },
    mutationFn: ({ mentorId, isFavourite }: Toggled) =>
      sendRequest(isFavourite ? api.favourites.add : api.favourites.remove, { params: { mentorId } }),
    onMutate: async (toggled) => {
      await client.cancelQueries({ queryKey, exact: true })
      show(toggled)
    },
    onError: (error, { mentorId, isFavourite }) => {
      show({ mentorId, isFavourite: !isFavourite })
      toast.error('Your favourites were not changed', { description: error.message })
    },
    // Not before the last of several: the answer would hide what those behind it change.
    onSettled: () => {
      if (client.isMutating({ mutationKey: queryKey }) === 1)
        void client.invalidateQueries({ queryKey, exact: true })
    },
  })
}
