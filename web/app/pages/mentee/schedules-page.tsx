import type { Enrollment } from '@marga/contract/enrollments'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { CalendarDays } from 'lucide-react'
import { lazy, Suspense, useEffect } from 'react'
import { Link, useSearchParams } from 'react-router'
import { PageTitle } from '../../components/page-title.tsx'
import { callsOf } from '../../features/enrollments/bookable-calls.ts'
import { MentorChoice } from '../../features/enrollments/components/mentor-choice.tsx'
import { subscribedMentorsQuery } from '../../features/enrollments/queries.ts'
import { invalidateEnrollments } from '../../features/enrollments/realtime.ts'
import { withAccess } from '../../features/enrollments/rules.ts'
import { forgetChosenTime, timeOfAddress } from '../../features/mentors/chosen-time.ts'
import { mentorProfileQuery } from '../../features/mentors/queries.ts'
import { ScheduleBoard } from '../../features/slots/components/schedule-board.tsx'
import { AskTimes } from '../../features/time-requests/components/ask-times.tsx'
import { isPausedAt } from '../../lib/enrollment-status.ts'
import { requireLogin, useLogin } from '../../lib/guards.ts'
import { paths } from '../../lib/paths.ts'
import { queryClient } from '../../lib/query-client.ts'
import { buttonStyle } from '../../ui/button-style.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'

const OwnRequests = lazy(async () => ({
  default: (await import('../../features/time-requests/components/own-requests.tsx')).OwnRequests,
}))

const { bookedSlots, browse, mentorProfile } = paths.mentees

export async function clientLoader() {
  await queryClient.ensureQueryData(subscribedMentorsQuery(requireLogin('mentee').userId))
}

const description = (
  <>
    Pick an open hour with your mentor. Your bookings are <span className="lg:hidden">below.</span>
    <span className="max-lg:hidden">on the right.</span>
  </>
)

export default function SchedulesPage() {
  const { userId } = useLogin('mentee')
  const { data: enrollments } = useSuspenseQuery(subscribedMentorsQuery(userId))
  const [query, setQuery] = useSearchParams()
  const choices = withAccess(enrollments)
  const wanted = query.get('mentor')
  const named = choices.find(({ mentorId }) => mentorId._id === wanted)
  const chosen = named ?? choices[0]
  const mentorId = chosen?.mentorId._id ?? ''
  const isOther = wanted !== null && named === undefined
  // A time of the mentor whom the address names is none of another one.
  const at = isOther ? null : timeOfAddress(query.get('at'))
  useEffect(() => {
    if (at) forgetChosenTime()
  }, [at])
  const { data: profile } = useQuery({
    ...mentorProfileQuery(mentorId),
    enabled: chosen !== undefined,
    throwOnError: false,
  })
  return (
    <>
      <PageTitle>Schedules</PageTitle>
      <PageHeader title="Schedules" description={description} />
      {isOther ? <NotSubscribed mentorId={wanted} enrollments={enrollments} /> : null}
      {chosen ? (
        <>
          <MentorChoice
            enrollments={choices}
            chosen={chosen}
            onChoose={(mentor) => setQuery({ mentor }, { replace: true, preventScrollReset: true })}
          />
          <ScheduleBoard
            key={`${mentorId} ${at}`}
            mentorId={mentorId}
            at={at}
            menteeId={userId}
            mentorTimeZone={profile?.mentorData.timeZone}
            calls={callsOf(chosen)}
            isRenewing={chosen.status !== 'ending'}
            isPausedAt={(moment) => isPausedAt(chosen, moment)}
            bookedSlotsHref={bookedSlots.getHref()}
            onBooked={() => invalidateEnrollments(queryClient)}
            ask={<AskTimes mentorId={mentorId} mentorName={chosen.mentorId.firstName} />}
          />
          <Suspense>
            <OwnRequests
              key={`asked-${mentorId}`}
              mentorId={mentorId}
              mentorName={chosen.mentorId.firstName}
            />
          </Suspense>
        </>
      ) : (
        <SubscribeFirst />
      )}
    </>
  )
}

type NotSubscribedProps = { mentorId: string; enrollments: readonly Enrollment[] }

/** The address names somebody with whom nothing can be booked now; those with whom it can are below. */
function NotSubscribed({ mentorId, enrollments }: NotSubscribedProps) {
  // One that has ended still says who it was.
  const name = enrollments.find((each) => each.mentorId._id === mentorId)?.mentorId.firstName
  return (
    <p role="status" className="mb-6 rounded-md bg-accent-soft px-4 py-3 text-sm text-accent-ink">
      You have no active subscription with {name ?? 'this mentor'}.{' '}
      <Link to={mentorProfile.getHref({ mentorId })} className="link">
        {name === undefined ? 'View profile' : `${name}’s profile`}
      </Link>
    </p>
  )
}

const SubscribeFirst = () => (
  <EmptyState
    icon={CalendarDays}
    title="Subscribe first, then book"
    action={
      <Link to={browse.getHref()} className={buttonStyle()}>
        Browse mentors
      </Link>
    }
  >
    Sessions are booked with the mentors you are subscribed to: four calls a month each.
  </EmptyState>
)
