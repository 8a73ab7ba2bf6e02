import { useInfiniteQuery, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { PageTitle } from '../../components/page-title.tsx'
import { LastMessageLink } from '../../features/chat/components/last-message-link.tsx'
import { bookableCalls } from '../../features/enrollments/bookable-calls.ts'
import { MentorshipList } from '../../features/enrollments/components/mentorship-list.tsx'
import { subscribedMentorsQuery } from '../../features/enrollments/queries.ts'
import { withAccess } from '../../features/enrollments/rules.ts'
import { GoalsCard } from '../../features/mentee-profile/components/goals-card.tsx'
import { menteeProfileQuery } from '../../features/mentee-profile/queries.ts'
import { NextSession } from '../../features/slots/components/next-session.tsx'
import { currentTime } from '../../lib/clock.ts'
import { requireLogin, useLogin } from '../../lib/guards.ts'
import { useInstallation } from '../../lib/installation.ts'
import { paths } from '../../lib/paths.ts'
import { queryClient } from '../../lib/query-client.ts'
import { bookedSlotsQuery } from '../../lib/slots/mentee-slot-queries.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { FirstSteps } from './first-steps.tsx'

const InstallHint = lazy(async () => ({
  default: (await import('../../components/install-hint.tsx')).InstallHint,
}))

const { profile, schedules, inbox, live, bookedSlots, mentorProfile, subscribedMentors } = paths.mentees

export async function clientLoader() {
  const { userId } = requireLogin('mentee')
  await Promise.all([
    queryClient.ensureQueryData(subscribedMentorsQuery(userId)),
    queryClient.ensureInfiniteQueryData(bookedSlotsQuery(userId, 'upcoming')),
  ])
}

export default function MenteeHomePage() {
  const { name, userId } = useLogin('mentee')
  const { productName } = useInstallation().config
  const { data: enrollments } = useSuspenseQuery(subscribedMentorsQuery(userId))
  const booked = useInfiniteQuery(bookedSlotsQuery(userId, 'upcoming'))
  const mentorships = withAccess(enrollments)
  const upcoming = booked.data?.pages.flatMap((page) => page.bookedSlots) ?? []
  return (
    <>
      <PageTitle>Home</PageTitle>
      <PageHeader title={`Welcome, ${name}`} />
      {mentorships.length === 0 && upcoming.length === 0 ? (
        <FirstSteps userId={userId} />
      ) : (
        <div className="grid grid-cols-1 items-start gap-8 lg:grid-cols-[1fr_22rem]">
          <div className="grid grid-cols-1 gap-5">
            <NextSession
              slots={upcoming}
              callsLeft={bookableCalls(mentorships, currentTime())}
              bookedSlotsHref={bookedSlots.getHref()}
              schedulesHref={schedules.getHref()}
              roomHref={(slotId) => live.getHref({ conversationId: slotId })}
            />
            <LastMessageLink
              owner={{ role: 'mentee', userId }}
              hrefOf={(conversationId) => inbox.getHref({ conversationId })}
              inboxHref={inbox.getHref()}
            />
          </div>
          <div className="grid grid-cols-1 gap-5">
            <MentorshipList
              enrollments={mentorships}
              profileHref={(mentorId) => mentorProfile.getHref({ mentorId })}
              scheduleHref={(mentor) => schedules.getHref({}, { mentor })}
              allHref={subscribedMentors.getHref()}
            />
            <Goals userId={userId} />
            <Suspense>
              <InstallHint productName={productName} kept="your inbox and your booked sessions" />
            </Suspense>
          </div>
        </div>
      )}
    </>
  )
}

/** Beside the mentors; without them the page goes on as it is. */
function Goals({ userId }: { userId: string }) {
  const { data } = useQuery({ ...menteeProfileQuery(userId), throwOnError: false })
  return data ? <GoalsCard profile={data} profileHref={profile.getHref()} /> : null
}
