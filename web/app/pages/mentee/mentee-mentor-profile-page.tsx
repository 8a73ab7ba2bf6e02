import type { api } from '@marga/contract/api'
import type { ResponseOf } from '@marga/contract/endpoint'
import type { Enrollment } from '@marga/contract/enrollments'
import { texts } from '@marga/contract/texts'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Flag } from 'lucide-react'
import { useRef } from 'react'
import { Link, Navigate, useParams, useSearchParams } from 'react-router'
import { toast } from 'sonner'
import { PageTitle } from '../../components/page-title.tsx'
import { useOpenChat } from '../../features/chat/hooks/use-open-chat.ts'
import { CommunityBadge } from '../../features/community/components/community-badge.tsx'
import { SubscribedPanel } from '../../features/enrollments/components/subscribed-panel.tsx'
import { useSubscribe } from '../../features/enrollments/mutations.ts'
import { OwnFavouriteButton } from '../../features/favourites/components/own-favourite-button.tsx'
import { timeOfAddress } from '../../features/mentors/chosen-time.ts'
import { FirstMonth } from '../../features/mentors/components/first-month.tsx'
import { MentorAbout } from '../../features/mentors/components/mentor-about.tsx'
import { MentorProfileSkeleton } from '../../features/mentors/components/mentor-profile-skeleton.tsx'
import { MentorUnavailable } from '../../features/mentors/components/mentor-unavailable.tsx'
import { ProfileHeader } from '../../features/mentors/components/profile-header.tsx'
import { ShareProfile } from '../../features/mentors/components/share-profile.tsx'
import { isUnavailable, mentorAvailabilityQuery, mentorProfileQuery } from '../../features/mentors/queries.ts'
import { Reviews } from '../../features/reviews/components/reviews.tsx'
import { WriteReview } from '../../features/reviews/components/write-review.tsx'
import { reviewsQuery } from '../../features/reviews/queries.ts'
import { SimilarMentors } from '../../features/search/components/similar-mentors.tsx'
import { similarMentorsQuery } from '../../features/search/queries.ts'
import { isPausedAt } from '../../lib/enrollment-status.ts'
import { paths } from '../../lib/paths.ts'
import { useNow } from '../../lib/use-now.ts'
import { Button } from '../../ui/button.tsx'
import { buttonStyle } from '../../ui/button-style.ts'
import { OfferBar, OfferPanel } from './offer-panel.tsx'

const { browse, community, inbox, mentorProfile, schedules, subscribedMentors, tickets } = paths.mentees

export default function MenteeMentorProfilePage() {
  const { mentorId = '' } = useParams()
  const [query] = useSearchParams()
  const at = timeOfAddress(query.get('at'))
  const profile = useQuery(mentorProfileQuery(mentorId))
  if (isUnavailable(profile.error)) {
    return (
      <>
        <PageTitle>Mentor not found</PageTitle>
        <MentorUnavailable browseHref={browse.getHref()} wasHere={profile.data !== undefined} />
      </>
    )
  }
  if (!profile.data) return <MentorProfileSkeleton />
  // Who may book is taken to the booking of the time that was pressed.
  if (profile.data.isEnrollmentActive && at)
    return <Navigate replace to={schedules.getHref({}, { mentor: mentorId, at })} />
  return <Profile key={mentorId} profile={profile.data} at={at} />
}

type ProfileProps = { profile: ResponseOf<typeof api.mentors.profile>; at: string | null }

function Profile({ profile, at }: ProfileProps) {
  const { mentorData: mentor, isEnrollmentActive, enrollment, ownReview, canReview } = profile
  const { _id: mentorId, firstName } = mentor
  const name = `${firstName} ${mentor.lastName}`
  const { data: times = [] } = useQuery({ ...mentorAvailabilityQuery(mentorId), throwOnError: false })
  const { data: similar = [] } = useQuery({ ...similarMentorsQuery(mentor), throwOnError: false })
  const subscribe = useSubscribe()
  const offer = useRef<HTMLDivElement>(null)
  const own = isEnrollmentActive ? enrollment : null
  const renderPanel = () =>
    own ? (
      <OwnMentorPanel mentorId={mentorId} enrollment={own} />
    ) : (
      <OfferPanel mentor={mentor} times={times} at={at} subscribe={subscribe} />
    )

  return (
    <>
      <PageTitle>{`${name}, ${texts.titleAtFirm(mentor.jobTitle, mentor.firmName)}`}</PageTitle>
      <div className="grid grid-cols-1 items-start gap-8 lg:grid-cols-[1fr_22rem]">
        <div className="grid min-w-0 grid-cols-1 gap-8">
          <ProfileHeader mentor={mentor}>
            <div className="flex flex-wrap items-center gap-2">
              <ShareProfile
                path={paths.browse.profile.getHref({ mentorId })}
                name={name}
                onSaid={(text) => toast(text)}
              />
              <OwnFavouriteButton mentorId={mentorId} name={name} />
            </div>
          </ProfileHeader>
          <div ref={offer} className="lg:hidden">
            {renderPanel()}
          </div>
          <MentorAbout mentor={mentor} />
          {own ? null : <FirstMonth firstName={firstName} />}
          {canReview ? <WriteReview mentorId={mentorId} mentorName={firstName} own={ownReview} /> : null}
          <ProfileReviews mentorId={mentorId} firstName={firstName} />
        </div>
        <div className="sticky top-20 hidden lg:block">{renderPanel()}</div>
        <ReportLink mentorId={mentorId} />
      </div>
      <SimilarMentors mentors={similar} profileHref={(id) => mentorProfile.getHref({ mentorId: id })} />
      {own ? null : <OfferBar mentor={mentor} subscribe={subscribe} offer={offer} />}
    </>
  )
}

function ProfileReviews({ mentorId, firstName }: { mentorId: string; firstName: string }) {
  const reviews = useInfiniteQuery({ ...reviewsQuery(mentorId), throwOnError: false })
  if (!reviews.data) return null
  return (
    <Reviews
      mentorFirstName={firstName}
      summary={reviews.data.pages[0]!.summary}
      reviews={reviews.data.pages.flatMap((page) => page.reviews)}
      more={reviews}
    />
  )
}

/** What a subscriber can do with the mentor. */
function OwnMentorPanel({ mentorId, enrollment }: { mentorId: string; enrollment: Enrollment }) {
  const now = useNow(60_000)
  // During a pause they read what was written, and neither book nor come into the room.
  const isPaused = isPausedAt(enrollment, now)
  const chat = useOpenChat('mentee', (conversationId) => inbox.getHref({ conversationId }))
  return (
    <SubscribedPanel enrollment={enrollment} manageHref={subscribedMentors.getHref()} now={now}>
      {isPaused ? null : (
        <Link
          to={community.getHref({ mentorId })}
          className={buttonStyle({ variant: 'secondary', isWide: true })}
        >
          Community
          <CommunityBadge of="mentee" mentorId={mentorId} />
        </Link>
      )}
      <Button isWide isLoading={chat.isPending} onClick={() => chat.mutate(mentorId)}>
        {isPaused ? 'Read the chat' : 'Chat'}
      </Button>
      {isPaused ? null : (
        <Link
          to={schedules.getHref({}, { mentor: mentorId })}
          className={buttonStyle({ variant: 'secondary', isWide: true })}
        >
          Schedule a live Session
        </Link>
      )}
    </SubscribedPanel>
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
