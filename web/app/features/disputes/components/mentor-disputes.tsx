import type { Contest, RefundRequest } from '@marga/contract/disputes'
import { useQuery } from '@tanstack/react-query'
import { Scale } from 'lucide-react'
import type { ReactNode } from 'react'
import { LinkedItem } from '../../../components/linked-item.tsx'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { useAnswerContest, useAnswerRefundRequest } from '../mutations.ts'
import { contestsQuery, refundRequestsQuery } from '../queries.ts'
import { isWaitingContest, isWaitingRefund } from '../rules.ts'
import type { Answering } from './dispute-answer.tsx'
import { MentorContest } from './mentor-contest.tsx'
import { MentorRefundRequest } from './mentor-refund-request.tsx'

type Dispute = { id: string; at: string; deadline: string; isWaiting: boolean } & (
  | { kind: 'contest'; contest: Contest }
  | { kind: 'refund'; request: RefundRequest }
)

type MentorDisputesProps = {
  userId: string
  /** That to which a link leads. */
  openId: string | null
}

/** Contests and refund requests of a mentor: those that wait by their deadline, then the others, newest first. */
export function MentorDisputes({ userId, openId }: MentorDisputesProps) {
  const contests = useQuery(contestsQuery('mentor'))
  const requests = useQuery(refundRequestsQuery('mentor'))
  const answering = { contest: useAnswerContest('mentor'), refund: useAnswerRefundRequest() }
  const failed = [contests, requests].filter(({ isError, data }) => isError && !data)
  if (failed[0]?.error) {
    return (
      <ErrorState
        message={failed[0].error.message}
        onRetry={() => failed.forEach(({ refetch }) => void refetch())}
        isRetrying={failed.some(({ isFetching }) => isFetching)}
      />
    )
  }
  if (!contests.data || !requests.data) return <Skeleton className="h-64 rounded-lg" />
  const all = disputesOf(contests.data, requests.data)
  const waiting = all.filter(({ isWaiting }) => isWaiting)
  const others = all.filter(({ isWaiting }) => !isWaiting)
  if (all.length === 0) {
    return (
      <EmptyState icon={Scale} title="Nothing is contested">
        When a mentee contests a session or asks for a refund, you answer here.
      </EmptyState>
    )
  }
  const list = { userId, openId, answering }
  return (
    <div className="grid grid-cols-1 gap-10">
      <DisputeSection title="Waiting for your answer" disputes={waiting} {...list}>
        <p className="text-ink-soft">Nothing waits for your answer.</p>
      </DisputeSection>
      {others.length > 0 ? <DisputeSection title="Answered and decided" disputes={others} {...list} /> : null}
    </div>
  )
}

function disputesOf(contests: readonly Contest[], requests: readonly RefundRequest[]): Dispute[] {
  const all: Dispute[] = [
    ...contests.map((contest) => ({
      kind: 'contest' as const,
      id: contest._id,
      at: contest.createdAt,
      deadline: contest.answerBy,
      isWaiting: isWaitingContest(contest, 'mentor'),
      contest,
    })),
    ...requests.map((request) => ({
      kind: 'refund' as const,
      id: request._id,
      at: request.createdAt,
      deadline: request.answerBy,
      isWaiting: isWaitingRefund(request),
      request,
    })),
  ]
  return all.sort((a, b) =>
    a.isWaiting && b.isWaiting ? a.deadline.localeCompare(b.deadline) : b.at.localeCompare(a.at),
  )
}

type DisputeSectionProps = MentorDisputesProps & {
  answering: { contest: Answering; refund: Answering }
  title: string
  disputes: readonly Dispute[]
  /** Where there are none. */
  children?: ReactNode
}

const DisputeSection = ({ title, disputes, userId, openId, answering, children }: DisputeSectionProps) => (
  <section aria-label={title}>
    <h2 className="mb-4 text-xl">{title}</h2>
    {disputes.length === 0 ? children : null}
    <ul className="grid grid-cols-1 gap-4">
      {disputes.map((dispute) => (
        <LinkedItem key={dispute.id} isLinked={dispute.id === openId}>
          <Card className="grid grid-cols-1 gap-4">
            {dispute.kind === 'contest' ? (
              <MentorContest contest={dispute.contest} userId={userId} answering={answering.contest} />
            ) : (
              <MentorRefundRequest request={dispute.request} answering={answering.refund} />
            )}
          </Card>
        </LinkedItem>
      ))}
    </ul>
  </section>
)
