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
        <Waiting waiting={data.waiting} now={now} chatHref={chatHref} inboxHref={inboxHref} />
      ) : isError ? (
        <ErrorState message={failure} onRetry={() => void refetch()} isRetrying={isFetching} />
      ) : (
        <Skeleton className="h-20" />
      )}
    </section>
  )
}

type WaitingProps = { waiting: readonly WaitingQuestion[]; now: Date } & Pick<
  AnswersDueProps,
  'chatHref' | 'inboxHref'
>

/** Late and due today, then due later, as far as there is room; the rest is in the inbox. */
function Waiting({ waiting, now, chatHref, inboxHref }: WaitingProps) {
  const due = dueToday(waiting, now)
  const later = waiting.filter((question) => !due.includes(question))
  const laterShown = later.slice(0, Math.max(0, shownMax - due.length))
  const hiddenDue = Math.max(0, due.length - shownMax)
  const hiddenLater = later.length - laterShown.length
  const hidden = [
    hiddenDue > 0 ? `${hiddenDue} more due today` : '',
    hiddenLater > 0 ? `${hiddenLater} more due later` : '',
  ].filter(Boolean)
  return (
    <div className="grid grid-cols-1 gap-3">
      {due.length > 0 ? (
        <WaitingList waiting={due.slice(0, shownMax)} now={now} chatHref={chatHref} />
      ) : (
        <CalmLine>{later.length === 0 ? 'No one is waiting for you.' : nothingToday(later, now)}</CalmLine>
      )}
      {laterShown.length > 0 ? (
        <section aria-labelledby="answers-due-later" className="grid grid-cols-1 gap-2">
          <h3
            id="answers-due-later"
            className="mt-2 font-sans text-sm font-semibold tracking-normal text-ink-faint"
          >
            Due later
          </h3>
          <WaitingList waiting={laterShown} now={now} chatHref={chatHref} />
        </section>
      ) : null}
      {hidden.length > 0 ? (
        <p className="text-sm text-ink-soft">
          {hidden.join(', ')}.{' '}
          <Link to={inboxHref} className="link">
            Open the inbox
          </Link>
        </p>
      ) : null}
    </div>
  )
}

function nothingToday(later: readonly WaitingQuestion[], now: Date): string {
  const next = later.find(({ dueAt }) => dueAt !== null && new Date(dueAt) > now)?.dueAt
  const who = pluralize(later.length, 'person waits', 'people wait')
  return `Nothing is due today. ${who}${next ? `, the next answer is due ${relativeMoment(next, now)}` : ''}.`
}
