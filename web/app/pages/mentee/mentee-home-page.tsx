import { useInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Compass } from 'lucide-react'
import { Link } from 'react-router'
import { PageTitle } from '../../components/page-title.tsx'
import { useUnread } from '../../features/chat/hooks/use-unread.ts'
import { MentorshipList } from '../../features/enrollments/components/mentorship-list.tsx'
import { subscribedMentorsQuery } from '../../features/enrollments/queries.ts'
import { withAccess } from '../../features/enrollments/rules.ts'
import { NextSession } from '../../features/slots/components/next-session.tsx'
import { requireLogin, useLogin } from '../../lib/guards.ts'
import { paths } from '../../lib/paths.ts'
import { queryClient } from '../../lib/query-client.ts'
import { bookedSlotsQuery } from '../../lib/slots/mentee-slot-queries.ts'
import { buttonStyle } from '../../ui/button-style.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'

const { browse, schedules, inbox, live, bookedSlots, mentorProfile, subscribedMentors } = paths.mentees

export async function clientLoader() {
  const { userId } = requireLogin('mentee')
  await Promise.all([
    queryClient.ensureQueryData(subscribedMentorsQuery(userId)),
    queryClient.ensureInfiniteQueryData(bookedSlotsQuery(userId, 'upcoming')),
  ])
}

export default function MenteeHomePage() {
  const { name, userId } = useLogin('mentee')
  const { data: enrollments } = useSuspenseQuery(subscribedMentorsQuery(userId))
  const booked = useInfiniteQuery(bookedSlotsQuery(userId, 'upcoming'))
  const unread = useUnread({ role: 'mentee', userId })
  const mentorships = withAccess(enrollments)
  const upcoming = booked.data?.pages.flatMap((page) => page.bookedSlots) ?? []
  return (
    <>
      <PageTitle>Home</PageTitle>
      <PageHeader title={`Welcome, ${name}`} />
      {mentorships.length === 0 && upcoming.length === 0 ? (
        <EmptyState
          icon={Compass}
          title="Find a mentor who has walked your path"
          action={
            <Link to={browse.getHref()} className={buttonStyle()}>
              Browse mentors
            </Link>
          }
        >
          Look through vetted mentors, read what others say, and subscribe to one. Chat and four calls a month
          start right away.
        </EmptyState>
      ) : (
        <div className="grid grid-cols-1 items-start gap-8 lg:grid-cols-[1fr_22rem]">
          <NextSession
            slots={upcoming}
            unreadConversations={unread}
            inboxHref={inbox.getHref()}
            bookedSlotsHref={bookedSlots.getHref()}
            schedulesHref={schedules.getHref()}
            roomHref={(slotId) => live.getHref({ conversationId: slotId })}
          />
          <MentorshipList
            enrollments={mentorships}
            profileHref={(mentorId) => mentorProfile.getHref({ mentorId })}
            scheduleHref={(mentor) => schedules.getHref({}, { mentor })}
            allHref={subscribedMentors.getHref()}
          />
        </div>
      )}
    </>
  )
}
