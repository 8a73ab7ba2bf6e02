import { limits } from '@marga/contract/limits'
import type { Vacation } from '@marga/contract/vacations'
import { useQuery } from '@tanstack/react-query'
import { Plane } from 'lucide-react'
import { Fragment } from 'react'
import { toast } from 'sonner'
import { currentTime } from '../../../lib/clock.ts'
import { dayKey, isSameZone, ownTimeZone, timeZoneName } from '../../../lib/dates.ts'
import { useFocusAfter } from '../../../lib/use-focus-after.ts'
import { Button } from '../../../ui/button.tsx'
import { Card, CardTitle } from '../../../ui/card.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { useAnnounceVacations } from '../mutations.ts'
import { vacationsQuery } from '../queries.ts'
import { vacationText } from '../rules.ts'
import { VacationForm } from './vacation-form.tsx'

type TimeAwayProps = {
  mentorId: string
  /** In which a vacation's days begin and end: that of the weekly hours. */
  timeZone: string
}

/** When the mentor is away, so that the clock of answers stands still. */
export function TimeAway({ mentorId, timeZone }: TimeAwayProps) {
  const { data: announced, error, isFetching, refetch } = useQuery(vacationsQuery(mentorId))
  const today = dayKey(currentTime(), timeZone)
  return (
    <section id="time-away" aria-labelledby="time-away-title" className="scroll-mt-20">
      <Card className="grid grid-cols-1 gap-5">
        <div>
          <CardTitle id="time-away-title">Time away</CardTitle>
          <p className="mt-1 text-sm text-ink-soft">
            While you are away, the {limits.answerHours} hours stand still: no answer becomes late, and
            mentees see when you are back. Your weekly hours open no times on these days. Times that you added
            yourself and booked sessions stay.
            {isSameZone(timeZone, ownTimeZone()) ? null : ` The days are those of ${timeZoneName(timeZone)}.`}
          </p>
        </div>
        {announced ? (
          <>
            <VacationList mentorId={mentorId} announced={announced} today={today} />
            <VacationForm mentorId={mentorId} announced={announced} today={today} />
          </>
        ) : error ? (
          <ErrorState message={error.message} onRetry={() => void refetch()} isRetrying={isFetching} />
        ) : (
          <Skeleton className="h-28" />
        )}
      </Card>
    </section>
  )
}

type VacationListProps = { mentorId: string; announced: readonly Vacation[]; today: string }

function VacationList({ mentorId, announced, today }: VacationListProps) {
  const remove = useAnnounceVacations(mentorId)
  const place = useFocusAfter<HTMLDivElement>(remove.isPending)
  const removeOne = (gone: Vacation) =>
    remove.mutate((all) => all.filter(({ from, to }) => from !== gone.from || to !== gone.to), {
      onSuccess: () => toast.success(gone.from <= today ? 'You are back' : 'Removed'),
      onError: (error) => toast.error('Your time away was not changed', { description: error.message }),
    })
  return (
    <div ref={place} tabIndex={-1} className="outline-none">
      {announced.length === 0 ? (
        <p className="text-sm text-ink-soft">You have not announced any time away.</p>
      ) : (
        <ul aria-label="Announced time away" className="divide-y divide-line rounded-md border border-line">
          {announced.map((vacation) => (
            <li key={vacation.from} className="flex items-center gap-3 py-2 pr-2 pl-4">
              <Plane className="size-4.5 shrink-0 text-accent-ink" aria-hidden="true" />
              <span className="min-w-0 flex-1">
                <VacationDays of={vacation} />
                {vacation.from <= today ? <span className="text-sm text-ink-soft">(now)</span> : null}
              </span>
              <Button
                variant="quiet"
                size="sm"
                aria-label={`Remove ${vacationText(vacation)}`}
                disabled={remove.isPending}
                onClick={() => removeOne(vacation)}
              >
                {vacation.from <= today ? 'I am back' : 'Remove'}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** A line breaks between the days, not within one. */
const VacationDays = ({ of }: { of: Vacation }) => (
  <span className="font-semibold">
    {vacationText(of)
      .split(/(?<=–) /)
      .map((day) => (
        <Fragment key={day}>
          <span className="whitespace-nowrap">{day}</span>{' '}
        </Fragment>
      ))}
  </span>
)
