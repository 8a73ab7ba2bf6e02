import { api } from '@marga/contract/api'
import { queryOptions } from '@tanstack/react-query'
import { sendRequest } from '../../lib/api-client.ts'
import { sharedKeys } from '../../lib/query-keys.ts'

/** Hours, limits and places, with the booked sessions that lie outside. */
export const availabilityQuery = (mentorId: string) =>
  queryOptions({
    queryKey: sharedKeys.ownAvailability(mentorId),
    queryFn: ({ signal }) => sendRequest(api.availability.get, { params: { mentorId } }, { signal }),
    throwOnError: false,
  })

export const busyFeedsKey = ['busy-feeds'] as const

export const busyFeedsQuery = queryOptions({
  queryKey: busyFeedsKey,
  queryFn: async ({ signal }) => (await sendRequest(api.availability.feeds, {}, { signal })).feeds,
  // They are read every few minutes, and nobody tells of it.
  refetchInterval: 60_000,
  throwOnError: false,
})
