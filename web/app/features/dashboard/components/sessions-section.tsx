import type { Slot } from '@marga/contract/slots'
import { texts } from '@marga/contract/texts'
import type { UseQueryResult } from '@tanstack/react-query'
import { CalendarClock } from 'lucide-react'
import { Link } from 'react-router'
import { buttonStyle } from '../../../ui/button-style.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { NextSessionCard } from './next-session-card.tsx'
import { UpcomingSessions } from './upcoming-sessions.tsx'

type SessionsSectionProps = {
  query: UseQueryResult<Slot[]>
  timeZone: string
  /** The next one booked, however far ahead. */
  next: Slot | undefined
  roomHref: (slotId: string) => string
  schedulerHref: string
}

/** What comes within a day, in whichever state its loading is. */
export function SessionsSection({ query, next, timeZone, roomHref, schedulerHref }: SessionsSectionProps) {
  const { data: sessions, isError, isFetching, refetch } = query
  return (
    <section aria-labelledby="upcoming" className="mb-10">
      <h2 id="upcoming" className="mb-4 text-2xl">
        Live sessions in the next 24 hours
      </h2>
      {sessions && sessions.length > 0 ? (
        <UpcomingSessions sessions={sessions} timeZone={timeZone} roomHref={roomHref} />
      ) : sessions && next ? (
        <NextSessionCard session={next} timeZone={timeZone} schedulerHref={schedulerHref} />
      ) : sessions ? (
        <EmptyState
          icon={CalendarClock}
          title="No sessions in the next 24 hours"
          action={
            <Link to={schedulerHref} className={buttonStyle({ variant: 'secondary' })}>
              Open the scheduler
            </Link>
          }
        >
          Booked sessions appear here a day before they start, with a button to join.
        </EmptyState>
      ) : isError ? (
        <ErrorState
          message={texts.mentorHome.failed}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      ) : (
        <Skeleton className="h-44" />
      )}
    </section>
  )
}
