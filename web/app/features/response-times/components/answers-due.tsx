import type { WaitingQuestion } from '@marga/contract/response-times'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { relativeMoment } from '../../../lib/answer-due.ts'
import { pluralize } from '../../../lib/pluralize.ts'
import { useNow } from '../../../lib/use-now.ts'
import { ErrorState } from '../../../ui/error-state.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { ownResponseTimesQuery } from '../queries.ts'
import { dueToday } from '../rules.ts'
import { CalmLine } from './calm-line.tsx'
import { WaitingList } from './waiting-list.tsx'

type AnswersDueProps = {
  mentorId: string
  chatHref: (conversationId: string) => string
  responseTimesHref: string
  inboxHref: string
  /** What is said where it cannot be had. */
  failure: string
}

/** More are in the inbox. */
const shownMax = 6

/** On the mentor's home: which answers are late or due today. */
export function AnswersDue({ mentorId, chatHref, responseTimesHref, inboxHref, failure }: AnswersDueProps) {
  const { data, isError, isFetching, refetch } = useQuery(ownResponseTimesQuery(mentorId))
  const now = useNow(60_000)
  const due = dueToday(data?.waiting ?? [], now)
  const later = (data?.waiting ?? []).filter((question) => !due.includes(question))
  return (
    <section aria-labelledby="answers-due" className="mb-10">
      <div className="mb-4 flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="answers-due" className="text-2xl">
          Answers due today
        </h2>
        <Link to={responseTimesHref} className="link text-sm">
          Response times
        </Link>
      </div>
      {data ? (
        <div className="grid grid-cols-1 gap-3">
          {due.length > 0 ? (
            <WaitingList waiting={due.slice(0, shownMax)} now={now} chatHref={chatHref} />
          ) : null}
          <Others waiting={data.waiting} dueCount={due.length} now={now} inboxHref={inboxHref} />
          {later.length > 0 && due.length < shownMax ? (
            <WaitingList waiting={later.slice(0, shownMax - due.length)} now={now} chatHref={chatHref} />
          ) : null}
        </div>
      ) : isError ? (
        <ErrorState message={failure} onRetry={() => void refetch()} isRetrying={isFetching} />
      ) : (
        <Skeleton className="h-20" />
      )}
    </section>
  )
}

type OthersProps = { waiting: readonly WaitingQuestion[]; dueCount: number; now: Date; inboxHref: string }

/** How many more there are than are shown, or that nothing is due. */
function Others({ waiting, dueCount, now, inboxHref }: OthersProps) {
  const inbox = (
    <Link to={inboxHref} className="link">
      Open the inbox
    </Link>
  )
  const later = waiting.length - dueCount
  const hidden = Math.max(0, dueCount - shownMax)
  if (dueCount > 0)
    return hidden + later === 0 ? null : (
      <p className="text-sm text-ink-soft">
        {[hidden > 0 ? `${hidden} more due today` : '', later > 0 ? `${later} due later` : '']
          .filter(Boolean)
          .join(', ')}
        . {inbox}
      </p>
    )
  const next = waiting.find(({ dueAt }) => dueAt !== null && new Date(dueAt) > now)?.dueAt
  return (
    <CalmLine>
      {later === 0 ? (
        'No one is waiting for you.'
      ) : (
        <>
          Nothing is due today. {pluralize(later, 'person waits', 'people wait')}
          {next ? `, the next answer is due ${relativeMoment(next, now)}` : ''}. {inbox}
        </>
      )}
    </CalmLine>
  )
}
