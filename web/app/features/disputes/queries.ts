import { api } from '@marga/contract/api'
import type { MemberRole } from '@marga/contract/roles'
import { queryOptions } from '@tanstack/react-query'
import { sendRequest } from '../../lib/api-client.ts'
import { sharedKeys } from '../../lib/query-keys.ts'

export const disputeKeys = {
  of: sharedKeys.disputes,
  contests: (role: MemberRole) => [...sharedKeys.disputes(role), 'contests'] as const,
  refundRequests: (role: MemberRole) => [...sharedKeys.disputes(role), 'refund-requests'] as const,
}

/** Contests of own sessions, by either side, newest first. */
export const contestsQuery = (role: MemberRole) =>
  queryOptions({
    queryKey: disputeKeys.contests(role),
    queryFn: async ({ signal }) => {
      const { contests } = await (role === 'mentee'
        ? sendRequest(api.disputes.contestsOfMentee.list, { query: {} }, { signal })
        : sendRequest(api.disputes.contestsOfMentor.list, { query: {} }, { signal }))
      return contests
    },
    throwOnError: false,
  })

/** A mentee's own, or those of a mentor's mentees; newest first. */
export const refundRequestsQuery = (role: MemberRole) =>
  queryOptions({
    queryKey: disputeKeys.refundRequests(role),
    queryFn: async ({ signal }) => {
      const { refundRequests } = await (role === 'mentee'
        ? sendRequest(api.disputes.refundRequestsOfMentee, {}, { signal })
        : sendRequest(api.disputes.refundRequestsOfMentor, {}, { signal }))
      return refundRequests
    },
    throwOnError: false,
  })
