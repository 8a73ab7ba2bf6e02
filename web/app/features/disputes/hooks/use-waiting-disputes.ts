import type { MemberRole } from '@marga/contract/roles'
import { useQuery } from '@tanstack/react-query'
import { contestsQuery, refundRequestsQuery } from '../queries.ts'
import { isWaitingContest, isWaitingRefund } from '../rules.ts'

/** How many contests and, for mentors, refund requests wait for this person's answer. */
export function useWaitingDisputes(role: MemberRole): number {
  const contests = useQuery(contestsQuery(role)).data ?? []
  const requests = useQuery(refundRequestsQuery(role)).data ?? []
  const waitingContests = contests.filter((contest) => isWaitingContest(contest, role)).length
  return waitingContests + (role === 'mentor' ? requests.filter(isWaitingRefund).length : 0)
}
