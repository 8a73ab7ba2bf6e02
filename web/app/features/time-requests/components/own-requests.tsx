import type { TimeRequest } from '@marga/contract/time-requests'
import { useQuery } from '@tanstack/react-query'
import { formatShortMoment } from '../../../lib/dates.ts'
import { useNow } from '../../../lib/use-now.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { useWithdrawRequest } from '../mutations.ts'
import { ownTimeRequestsQuery } from '../queries.ts'
import { stateOf, stateVariants } from '../rules.ts'
import { AskTimes } from './ask-times.tsx'

type OwnRequestsProps = { mentorId: string; mentorName: string }

/** More are of no use. */
const shownMax = 5

/** What the mentee asked this mentor for, with what became of it, and the way to ask. */
export function OwnRequests({ mentorId, mentorName }: OwnRequestsProps) {
  const { data, error, isFetching, refetch } = useQuery(ownTimeRequestsQuery)
  const now = useNow(60_000)
  const own = data?.filter((request) => request.mentorId._id === mentorId).slice(0, shownMax)
  return (
    <section aria-labelledby="own-requests" className="mt-8">
      <Card className="grid grid-cols-1 gap-4">
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
          <div className="min-w-0 flex-1 basis-64">
            <h2 id="own-requests" className="text-xl">
              No time that suits you?
            </h2>
            <p className="mt-1 text-sm text-ink-soft">
              Ask {mentorName} for up to three times. The one that is taken is booked at once.
            </p>
          </div>
          <AskTimes mentorId={mentorId} mentorName={mentorName} />
        </div>
        {own ? (
          own.length > 0 ? (
            <RequestList requests={own} now={now} />
          ) : null
        ) : error ? (
          <ErrorState message={error.message} onRetry={() => void refetch()} isRetrying={isFetching} />
        ) : (
          <Skeleton className="h-6 w-48" />
        )}
      </Card>
    </section>
  )
}

function RequestList({ requests, now }: { requests: readonly TimeRequest[]; now: Date }) {
  const withdraw = useWithdrawRequest()
  return (
    <ul aria-label="Times you asked for" className="divide-y divide-line border-t border-line">
      {requests.map((request) => {
        const state = stateOf(request, now)
        const { label, tone } = stateVariants[state]
        return (
          <li key={request._id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
            <Badge tone={tone}>{label}</Badge>
            <span className="min-w-0 flex-1 basis-56">
              <span className="block tabular-nums">
                {request.starts.map((start) => formatShortMoment(start)).join(' · ')}
              </span>
              {request.text ? (
                <span className="block text-sm wrap-anywhere text-ink-soft">“{request.text}”</span>
              ) : null}
            </span>
            {state === 'open' ? (
              <Button
                variant="quiet"
                size="sm"
                disabled={withdraw.isPending}
                isLoading={withdraw.isPending && withdraw.variables === request._id}
                onClick={() => withdraw.mutate(request._id)}
              >
                Take back
              </Button>
            ) : null}
          </li>
        )
      })}
    </ul>
  )
}
