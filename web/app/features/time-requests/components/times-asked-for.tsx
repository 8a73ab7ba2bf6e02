import type { TimeRequest } from '@marga/contract/time-requests'
import { useQuery } from '@tanstack/react-query'
import { CalendarClock } from 'lucide-react'
import { canBeTaken } from '../../../lib/agreed-times.ts'
import { formatShortMoment } from '../../../lib/dates.ts'
import { useIsOffline } from '../../../lib/online.ts'
import { useNow } from '../../../lib/use-now.ts'
import { Button } from '../../../ui/button.tsx'
import { useAnswerRequest } from '../mutations.ts'
import { timesAskedForQuery } from '../queries.ts'
import { openRequests, takeFailure } from '../rules.ts'

/** What mentees ask for and waits for the mentor's answer; nothing where nothing waits. */
export function TimesAskedFor() {
  const { data, isError, isFetching, refetch } = useQuery(timesAskedForQuery)
  const now = useNow(30_000)
  const isOffline = useIsOffline()
  if (isError && !data && isOffline)
    return (
      <p className="mb-6 text-sm text-ink-soft">
        Times that mentees ask for show when the connection is back.
      </p>
    )
  if (!data)
    return isError ? (
      <p role="alert" className="mb-6 flex flex-wrap items-center gap-3 text-sm text-danger-ink">
        We could not check for times that mentees ask for.
        <Button variant="secondary" size="sm" isLoading={isFetching} onClick={() => void refetch()}>
          Try again
        </Button>
      </p>
    ) : null
  const open = openRequests(data, now)
  return open.length === 0 ? null : (
    <section
      aria-labelledby="times-asked-for"
      className="mb-8 grid grid-cols-1 gap-4 rounded-lg bg-accent-soft px-4 py-4 sm:px-5"
    >
      <h2 id="times-asked-for" className="flex items-center gap-2 text-xl">
        <CalendarClock className="size-5 shrink-0 text-accent-ink" aria-hidden="true" />
        Times asked for
      </h2>
      <ul className="grid grid-cols-1 gap-4 lg:grid-cols-2">
        {open.map((request) => (
          <li key={request._id}>
            <AskedFor request={request} now={now} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function AskedFor({ request, now }: { request: TimeRequest; now: Date }) {
  const answer = useAnswerRequest()
  const { _id: id, menteeId, starts, minutes, text } = request
  const name = `${menteeId.firstName} ${menteeId.lastName}`
  return (
    <article className="grid h-full grid-cols-1 content-start gap-3 rounded-md bg-surface p-4">
      <p className="wrap-anywhere">
        <strong>{name}</strong> asks for {minutes} minutes
      </p>
      {text ? <p className="text-sm whitespace-pre-line wrap-anywhere text-ink-soft">“{text}”</p> : null}
      <ul className="grid grid-cols-1 gap-2">
        {starts.map((start) => {
          const moment = formatShortMoment(start)
          return (
            <li key={start} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1.5">
              <time dateTime={start} className="font-semibold tabular-nums">
                {moment}
              </time>
              <Button
                size="sm"
                aria-label={`Take ${moment}, with ${name}`}
                disabled={answer.isPending || !canBeTaken(start, now)}
                isLoading={answer.isPending && answer.variables.accept === start}
                onClick={() => answer.mutate({ id, accept: start })}
              >
                Take
              </Button>
            </li>
          )
        })}
      </ul>
      {answer.isError ? (
        <p role="alert" className="rounded-md bg-danger-soft px-3 py-2 text-sm text-danger-ink">
          {takeFailure(answer.error)}
        </p>
      ) : null}
      <Button
        variant="secondary"
        size="sm"
        className="justify-self-start"
        aria-label={`Decline what ${name} asks for`}
        disabled={answer.isPending}
        isLoading={answer.isPending && answer.variables.accept === null}
        onClick={() => answer.mutate({ id, accept: null })}
      >
        Decline
      </Button>
    </article>
  )
}
