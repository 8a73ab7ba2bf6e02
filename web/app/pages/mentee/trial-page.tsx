import { limits } from '@marga/contract/limits'
import type { Mentor } from '@marga/contract/mentors'
import { texts } from '@marga/contract/texts'
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
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { buttonStyle } from '../../ui/button-style.ts'
import { Card } from '../../ui/card.tsx'
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
    <>
      <PageTitle>Free intro call</PageTitle>
      <PageHeader
        title={mentor ? `Free intro call with ${mentor.firstName} ${mentor.lastName}` : 'Free intro call'}
        description="Twenty minutes to see if you are a good match. It is free, with no commitment."
      />
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
        {state === null ? (
          <Skeleton className="h-60" />
        ) : state.kind === 'open' ? (
          <Card>
            <IntroTimes slots={state.slots} mentorTimeZone={mentor?.timeZone} />
          </Card>
        ) : state.kind === 'booked' ? (
          <BookedIntro
            start={state.slot.start}
            isBusy={chat.isPending}
            onChat={() => chat.mutate(mentorId)}
          />
        ) : (
          <NoIntro why={state.kind} mentorId={mentorId} firstName={mentor?.firstName} />
        )}
        {mentor ? <AboutIntro mentor={mentor} /> : null}
      </div>
    </>
  )
}

const AboutIntro = ({ mentor }: { mentor: Mentor }) => (
  <Card className="grid grid-cols-1 gap-5">
    <Link
      to={mentorProfile.getHref({ mentorId: mentor._id })}
      className="flex items-center gap-4 hover:[&_strong]:underline"
    >
      <Avatar src={mentor.profileImageUrl} size="lg" isEager />
      <span className="min-w-0 wrap-anywhere">
        <strong className="block font-semibold">
          {mentor.firstName} {mentor.lastName}
        </strong>
        <span className="block text-sm text-ink-soft">
          {texts.titleAtFirm(mentor.jobTitle, mentor.firmName)}
        </span>
      </span>
    </Link>
    <h2 className="border-line border-t pt-5 text-lg">How it goes</h2>
    <ol className="grid gap-3 text-sm text-ink-soft">
      {[
        'Choose a time. You can write to each other at once, and say what it is about.',
        `Meet by video here, for ${limits.introMinutes} minutes. There is nothing to install.`,
        'Decide later. You give no payment details, and nothing renews or is charged later.',
      ].map((step, index) => (
        <li key={step} className="flex gap-3">
          <span
            aria-hidden="true"
            className="grid size-6 shrink-0 place-items-center rounded-full bg-accent-soft font-semibold text-accent-ink text-xs"
          >
            {index + 1}
          </span>
          {step}
        </li>
      ))}
    </ol>
  </Card>
)

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
type NoIntroProps = { why: 'used' | 'withheld' | 'none'; mentorId: string; firstName: string | undefined }

function NoIntro({ why, mentorId, firstName }: NoIntroProps) {
  const profileLink = (
    <Link
      to={mentorProfile.getHref({ mentorId })}
      className={buttonStyle({ variant: 'secondary', mayWrap: true })}
    >
      {firstName === undefined ? 'View profile' : `${firstName}’s profile`}
    </Link>
  )
  if (why === 'used')
    return (
      <EmptyState icon={Check} title="You have had your intro call" action={profileLink}>
        You get one with each mentor. To continue, subscribe: chat and four calls a month start right away.
      </EmptyState>
    )
  if (why === 'withheld')
    return (
      <EmptyState icon={CalendarX2} title="No intro call to book" action={profileLink}>
        No intro call can be booked with {firstName ?? 'this mentor'} at the moment. You get one with each
        mentor.
      </EmptyState>
    )
  return (
    <EmptyState icon={CalendarX2} title="No intro times right now" action={profileLink}>
      {firstName ?? 'This mentor'} has not published free times for an intro call. Check back in a few days.
    </EmptyState>
  )
}
