import type { Enrollment } from '@marga/contract/enrollments'
import type { Mentor } from '@marga/contract/mentors'
import { texts } from '@marga/contract/texts'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Flag } from 'lucide-react'
import { useEffect } from 'react'
import { Link, Navigate, useParams, useSearchParams } from 'react-router'
import { PageTitle } from '../../components/page-title.tsx'
import { useOpenChat } from '../../features/chat/hooks/use-open-chat.ts'
import { CommunityBadge } from '../../features/community/components/community-badge.tsx'
import { SubscribedPanel } from '../../features/enrollments/components/subscribed-panel.tsx'
import { useSubscribe } from '../../features/enrollments/mutations.ts'
import { isNotSold } from '../../features/enrollments/rules.ts'
import { storeChosenTime, timeOfAddress } from '../../features/mentors/chosen-time.ts'
import { ChosenTimeNote } from '../../features/mentors/components/chosen-time-note.tsx'
import { type FreeTime, FreeTimes } from '../../features/mentors/components/free-times.tsx'
import { MentorAbout } from '../../features/mentors/components/mentor-about.tsx'
import { MentorProfileSkeleton } from '../../features/mentors/components/mentor-profile-skeleton.tsx'
import { MentorUnavailable } from '../../features/mentors/components/mentor-unavailable.tsx'
import { NoTimes } from '../../features/mentors/components/no-times.tsx'
import { OfferBox } from '../../features/mentors/components/offer-box.tsx'
import { ProfileHeader } from '../../features/mentors/components/profile-header.tsx'
import { isUnavailable, mentorAvailabilityQuery, mentorProfileQuery } from '../../features/mentors/queries.ts'
import { Reviews } from '../../features/reviews/components/reviews.tsx'
import { WriteReview } from '../../features/reviews/components/write-review.tsx'
import { reviewsQuery } from '../../features/reviews/queries.ts'
import { PlaceGate } from '../../features/waitlist/components/place-gate.tsx'
import { useLogin } from '../../lib/guards.ts'
import { useInstallation } from '../../lib/installation.ts'
import { paths } from '../../lib/paths.ts'
import { Button } from '../../ui/button.tsx'
import { buttonStyle } from '../../ui/button-style.ts'

const { browse, community, inbox, mentorProfile, schedules, subscribedMentors, tickets, trial } =
  paths.mentees

export default function MenteeMentorProfilePage() {
  const { mentorId = '' } = useParams()
  const [query] = useSearchParams()
  const at = timeOfAddress(query.get('at'))
  const profile = useQuery(mentorProfileQuery(mentorId))
  const { data: times = [] } = useQuery({ ...mentorAvailabilityQuery(mentorId), throwOnError: false })
  const reviews = useInfiniteQuery({ ...reviewsQuery(mentorId), throwOnError: false })
  if (isUnavailable(profile.error)) {
    return (
      <>
        <PageTitle>Mentor not found</PageTitle>
        <MentorUnavailable browseHref={browse.getHref()} wasHere={profile.data !== undefined} />
      </>
    )
  }
  if (!profile.data) return <MentorProfileSkeleton />
  const { mentorData: mentor, isEnrollmentActive, enrollment, ownReview, canReview } = profile.data
  // Who may book is taken to the booking of the time that was pressed.
  if (isEnrollmentActive && at)
    return <Navigate replace to={schedules.getHref({}, { mentor: mentorId, at })} />
  const renderPanel = () =>
    isEnrollmentActive && enrollment ? (
      <OwnMentorPanel mentorId={mentorId} enrollment={enrollment} />
    ) : (
      <OfferPanel mentor={mentor} times={times} at={at} />
    )

  return (
    <>
      <PageTitle>{`${mentor.firstName} ${mentor.lastName}, ${texts.titleAtFirm(mentor.jobTitle, mentor.firmName)}`}</PageTitle>
      <div className="grid grid-cols-1 items-start gap-8 lg:grid-cols-[1fr_22rem]">
        <div className="grid min-w-0 grid-cols-1 gap-8">
          <ProfileHeader mentor={mentor} />
          <div className="lg:hidden">{renderPanel()}</div>
          <MentorAbout mentor={mentor} />
          {canReview ? (
            <WriteReview mentorId={mentorId} mentorName={mentor.firstName} own={ownReview} />
          ) : null}
          {reviews.data ? (
            <Reviews
              mentorFirstName={mentor.firstName}
              summary={reviews.data.pages[0]!.summary}
              reviews={reviews.data.pages.flatMap((page) => page.reviews)}
              hasMore={reviews.hasNextPage}
              isLoadingMore={reviews.isFetchingNextPage}
              onLoadMore={() => void reviews.fetchNextPage()}
            />
          ) : null}
        </div>
        <div className="sticky top-20 hidden lg:block">{renderPanel()}</div>
        <ReportLink mentorId={mentorId} />
      </div>
    </>
  )
}

/** What a subscriber can do with the mentor. */
function OwnMentorPanel({ mentorId, enrollment }: { mentorId: string; enrollment: Enrollment }) {
  const chat = useOpenChat('mentee', (conversationId) => inbox.getHref({ conversationId }))
  return (
    <SubscribedPanel enrollment={enrollment} manageHref={subscribedMentors.getHref()}>
      <Link
        to={community.getHref({ mentorId })}
        className={buttonStyle({ variant: 'secondary', isWide: true })}
      >
        Community
        <CommunityBadge of="mentee" mentorId={mentorId} />
      </Link>
      <Button isWide isLoading={chat.isPending} onClick={() => chat.mutate(mentorId)}>
        Chat
      </Button>
      <Link
        to={schedules.getHref({}, { mentor: mentorId })}
        className={buttonStyle({ variant: 'secondary', isWide: true })}
      >
        Schedule a live Session
      </Link>
    </SubscribedPanel>
  )
}

type OfferPanelProps = { mentor: Mentor; times: readonly FreeTime[]; at: string | null }

/** What the mentor offers to who is not subscribed. */
function OfferPanel({ mentor, times, at }: OfferPanelProps) {
  const { _id: mentorId } = mentor
  useEffect(() => {
    if (at) storeChosenTime({ mentorId, start: at })
  }, [mentorId, at])
  return (
    <OfferBox
      mentor={mentor}
      action={
        <>
          {at && times.length > 0 ? <ChosenTimeNote start={at} times={times} /> : null}
          <Subscribing mentor={mentor} />
        </>
      }
    >
      {times.some(({ type }) => type === 'intro') ? (
        <Link
          to={trial.getHref({ mentorId })}
          className={buttonStyle({ variant: 'secondary', isWide: true })}
        >
          Book a free intro call
        </Link>
      ) : null}
      {mentor.nextAvailableAt ? (
        <FreeTimes
          times={times}
          chosen={at}
          hrefOf={(start) => mentorProfile.getHref({ mentorId }, { at: start })}
        />
      ) : null}
    </OfferBox>
  )
}

/** Subscribe, or why not: the site sells nothing, all places are taken, or there is no time to book. */
function Subscribing({ mentor }: { mentor: Mentor }) {
  const { userId } = useLogin('mentee')
  const { config } = useInstallation()
  const { _id: mentorId, stripePriceId: priceId, firstName, capacity } = mentor
  const subscribe = useSubscribe()
  const refused = isNotSold(subscribe.error) ? subscribe.error.code : null
  if (config.payments === 'none' || !priceId)
    return <p className="text-sm text-ink-soft">This mentor takes no new mentees at the moment.</p>
  return (
    <PlaceGate
      mentorId={mentorId}
      mentorName={firstName}
      // The last place may have gone since the profile was loaded.
      isFull={capacity.isFull || refused === 'full'}
      waiting={capacity.waiting}
    >
      {refused === 'no_times' ? <NoTimes firstName={firstName} /> : null}
      <Button
        isWide
        size="lg"
        isLoading={subscribe.isPending || subscribe.isSuccess}
        onClick={() => subscribe.mutate({ mentorPriceId: priceId, mentorId, menteeId: userId })}
      >
        Subscribe
      </Button>
    </PlaceGate>
  )
}

const ReportLink = ({ mentorId }: { mentorId: string }) => (
  <Link
    to={tickets.getHref({}, { about: mentorId, kind: 'profile', id: mentorId })}
    className="link inline-flex min-h-11 items-center gap-2 justify-self-start text-sm text-ink-soft"
  >
    <Flag className="size-4" aria-hidden="true" />
    Report this profile
  </Link>
)
