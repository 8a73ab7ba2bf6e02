import { api } from '@marga/contract/api'
import { queryOptions } from '@tanstack/react-query'
import { sendRequest } from '../../lib/api-client.ts'
import { sharedKeys } from '../../lib/query-keys.ts'

/** Where the mentee waits for a place, and what is offered. */
export const waitlistQuery = queryOptions({
  queryKey: sharedKeys.waitlist,
  queryFn: async ({ signal }) => (await sendRequest(api.waitlist.places, {}, { signal })).places,
  throwOnError: false,
})
