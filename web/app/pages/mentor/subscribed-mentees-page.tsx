import { useSuspenseInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Users } from 'lucide-react'
import { Link } from 'react-router'
import { PageTitle } from '../../components/page-title.tsx'
import { useOpenChat } from '../../features/chat/hooks/use-open-chat.ts'
import { MenteeList } from '../../features/mentor-profile/components/mentee-list.tsx'
import { ownProfileQuery, subscribedMenteesQuery } from '../../features/mentor-profile/queries.ts'
import { requireLogin, useLogin } from '../../lib/guards.ts'
import { paths } from '../../lib/paths.ts'
import { queryClient } from '../../lib/query-client.ts'
import { buttonStyle } from '../../ui/button-style.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import { PageHeader } from '../../ui/page-header.tsx'

const { inbox, profile, scheduler } = paths.mentors
const chatHref = (conversationId: string) => inbox.getHref({ conversationId })

export async function clientLoader() {
  const { userId } = requireLogin('mentor')
  await Promise.all([
    queryClient.ensureQueryData(ownProfileQuery(userId)),
    queryClient.ensureInfiniteQueryData(subscribedMenteesQuery(userId)),
  ])
}

export default function SubscribedMenteesPage() {
  const { userId } = useLogin('mentor')
  const { timeZone } = useSuspenseQuery(ownProfileQuery(userId)).data
  const query = useSuspenseInfiniteQuery(subscribedMenteesQuery(userId))
  const chat = useOpenChat('mentor', chatHref)
  const mentees = query.data.pages.flatMap(({ enrolledMentees }) => enrolledMentees)
  return (
    <>
      <PageTitle>Subscribed mentees</PageTitle>
      <PageHeader title="Subscribed mentees" description="Your mentees and their remaining calls." />
      {mentees.length === 0 ? (
        <EmptyState
          icon={Users}
          title="No subscribers yet"
          action={
            <>
              <Link to={scheduler.getHref()} className={buttonStyle()}>
                Publish times
              </Link>
              <Link to={profile.getHref()} className={buttonStyle({ variant: 'secondary' })}>
                Check your profile
              </Link>
            </>
          }
        >
          Mentees choose mentors with open times and a bio that says who they can help.
        </EmptyState>
      ) : (
        <MenteeList
          mentees={mentees}
          timeZone={timeZone}
          chatHref={chatHref}
          onChat={chat.mutate}
          opening={chat.isPending ? chat.variables : undefined}
        />
      )}
      <LoadMore list={query} />
    </>
  )
}
