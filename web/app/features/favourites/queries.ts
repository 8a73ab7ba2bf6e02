import { api } from '@marga/contract/api'
import { queryOptions } from '@tanstack/react-query'
import { sendRequest } from '../../lib/api-client.ts'
import { forgetDeviceFavourites, readDeviceFavourites } from './device-favourites.ts'

/** Ids of the mentee's favourites, the last one first. What this browser kept before the sign-in goes to the account. */
export const favouritesQuery = queryOptions({
  queryKey: ['favourites'],
  queryFn: async ({ signal }) => {
    const mentorIds = [...readDeviceFavourites()]
    if (mentorIds.length === 0) return (await sendRequest(api.favourites.list, {}, { signal })).mentorIds
    const merged = await sendRequest(api.favourites.merge, { body: { mentorIds } }, { signal })
    forgetDeviceFavourites()
    return merged.mentorIds
  },
})

/** Cards of mentors by id; those who are not listed any more are left out. */
export const favouriteCardsQuery = (mentorIds: readonly string[]) =>
  queryOptions({
    queryKey: ['favourites', 'cards', mentorIds],
    queryFn: async ({ signal }) =>
      mentorIds.length === 0
        ? []
        : (await sendRequest(api.search.cards, { query: { ids: mentorIds.join(',') } }, { signal })).mentors,
  })
