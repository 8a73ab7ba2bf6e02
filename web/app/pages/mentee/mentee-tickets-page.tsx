import type { Person } from '@marga/contract/common'
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { PageTitle } from '../../components/page-title.tsx'
import { usePeople } from '../../features/chat/hooks/use-people.ts'
import { mentorProfileQuery } from '../../features/mentors/queries.ts'
import { OwnTickets } from '../../features/tickets/components/own-tickets.tsx'
import { type TicketAbout, ticketAboutOf } from '../../features/tickets/rules.ts'
import { useLogin } from '../../lib/guards.ts'
import { PageHeader } from '../../ui/page-header.tsx'

export default function MenteeTicketsPage() {
  const { userId } = useLogin('mentee')
  const [query] = useSearchParams()
  const owner = { role: 'mentee', userId } as const
  const about = ticketAboutOf(query)
  const known = usePeople(owner)
  const reported = useReportedMentor(about)
  const { people } = known
  const isMissing = reported && !people.some(({ _id }) => _id === reported._id)
  return (
    <>
      <PageTitle>Tickets</PageTitle>
      <PageHeader title="Tickets" description="Only moderators see what you report." />
      <OwnTickets
        owner={owner}
        known={isMissing ? { ...known, people: [...people, reported] } : known}
        about={about}
      />
    </>
  )
}

/** A mentor whose profile is reported may be one whom the mentee only looked at. */
function useReportedMentor({ personId, referred }: TicketAbout): Person | undefined {
  const isAsked = referred?.kind === 'profile' && referred.id === personId
  const { data } = useQuery({
    ...mentorProfileQuery(personId ?? ''),
    enabled: isAsked,
    throwOnError: false,
  })
  return isAsked ? data?.mentorData : undefined
}
