import { api } from '@marga/contract/api'
import { queryOptions } from '@tanstack/react-query'
import { sendRequest } from '../../lib/api-client.ts'
import { sharedKeys } from '../../lib/query-keys.ts'

/** What the mentee asked for, newest first. */
export const ownTimeRequestsQuery = queryOptions({
  queryKey: sharedKeys.timeRequests('mentee'),
  queryFn: async ({ signal }) => (await sendRequest(api.timeRequests.ofMentee, {}, { signal })).requests,
  throwOnError: false,
})

/** What mentees ask the mentor for, the open ones on top. */
export const timesAskedForQuery = queryOptions({
  queryKey: sharedKeys.timeRequests('mentor'),
  queryFn: async ({ signal }) => (await sendRequest(api.timeRequests.ofMentor, {}, { signal })).requests,
  throwOnError: false,
})
