import { useQuery } from '@tanstack/react-query'
import { CalendarCheck, CalendarX2, Check } from 'lucide-react'
import { Link, useParams } from 'react-router'
import { PageTitle } from '../../components/page-title.tsx'
import { useOpenChat } from '../../features/chat/hooks/use-open-chat.ts'
import { mentorAvailabilityQuery, mentorProfileQuery } from '../../features/mentors/queries.ts'
import { IntroTimes } from '../../features/slots/components/intro-times.tsx'
import { introState } from '../../features/slots/intro.ts'
import { currentTime } from '../../lib/clock.ts'
import { formatDate, formatTime, timeZoneName } from '../../lib/dates.ts'
import { useLogin } from '../../lib/guards.ts'
import { paths } from '../../lib/paths.ts'
import { mentorSlotsQuery } from '../../lib/slots/mentee-slot-queries.ts'
import { Button } from '../../ui/button.tsx'
import { buttonStyle } from '../../ui/button-style.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

const { mentorProfile, bookedSlots, inbox } = paths.mentees

/** The free intro call with a mentor. */
export default function TrialPage() {
  const { mentorId = '' } = useParams()
  const { userId } = useLogin('mentee')
  const { data: profile } = useQuery(mentorProfileQuery(mentorId))
  const { data: slots } = useQuery(mentorSlotsQuery(mentorId))
  const times = useQuery({ ...mentorAvailabilityQuery(mentorId), throwOnError: false })
  const chat = useOpenChat('mentee', (conversationId) => inbox.getHref({ conversationId }))
  const mentor = profile?.mentorData
  const isOffered = times.data?.some(({ type }) => type === 'intro') ?? false
  const state =
    slots && !times.isPending ? introState(slots, { menteeId: userId, now: currentTime(), isOffered }) : null
  return (
    <div className="mx-auto max-w-3xl">
      <PageTitle>Free intro call</PageTitle>
      <PageHeader
        title={mentor ? `Free intro call with ${mentor.firstName} ${mentor.lastName}` : 'Free intro call'}
        description="Twenty minutes to see if you are a good match. It is free, with no commitment."
      />
      {state === null ? (
        <Skeleton className="h-60" />
      ) : state.kind === 'open' ? (
        <IntroTimes slots={state.slots} mentorTimeZone={mentor?.timeZone} />
      ) : state.kind === 'booked' ? (
        <BookedIntro start={state.slot.start} isBusy={chat.isPending} onChat={() => chat.mutate(mentorId)} />
      ) : (
        <NoIntro isUsed={state.kind === 'used'} mentorId={mentorId} firstName={mentor?.firstName} />
      )}
    </div>
  )
}

type BookedIntroProps = { start: string; isBusy: boolean; onChat: () => void }

const BookedIntro = ({ start, isBusy, onChat }: BookedIntroProps) => (
  <EmptyState
    icon={CalendarCheck}
    title="Your intro call is booked"
    action={
      <>
        <Link to={bookedSlots.getHref()} className={buttonStyle()}>
          Booked slots
        </Link>
        <Button variant="secondary" isLoading={isBusy} onClick={onChat}>
          Chat
        </Button>
      </>
    }
  >
    {formatDate(start)}, {formatTime(start)}
    <span className="block text-sm">{timeZoneName(undefined, start)}</span>
  </EmptyState>
)

/** `firstName`: undefined while it is not known. */
type NoIntroProps = { isUsed: boolean; mentorId: string; firstName: string | undefined }

function NoIntro({ isUsed, mentorId, firstName }: NoIntroProps) {
  const profileLink = (
    <Link
      to={mentorProfile.getHref({ mentorId })}
      className={buttonStyle({ variant: 'secondary', mayWrap: true })}
    >
      {firstName === undefined ? 'View profile' : `${firstName}’s profile`}
    </Link>
  )
  return isUsed ? (
    <EmptyState icon={Check} title="You have had your intro call" action={profileLink}>
      You get one with each mentor. To continue, subscribe: chat and four calls a month start right away.
    </EmptyState>
  ) : (
    <EmptyState icon={CalendarX2} title="No intro times right now" action={profileLink}>
      {firstName ?? 'This mentor'} has not published free times for an intro call. Check back in a few days.
    </EmptyState>
  )
}
