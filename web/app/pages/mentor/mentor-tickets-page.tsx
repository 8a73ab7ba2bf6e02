import { useSearchParams } from 'react-router'
import { PageTitle } from '../../components/page-title.tsx'
import { usePeople } from '../../features/chat/hooks/use-people.ts'
import { OwnTickets } from '../../features/tickets/components/own-tickets.tsx'
import { ticketAboutOf } from '../../features/tickets/rules.ts'
import { useLogin } from '../../lib/guards.ts'
import { PageHeader } from '../../ui/page-header.tsx'

export default function MentorTicketsPage() {
  const { userId } = useLogin('mentor')
  const [query] = useSearchParams()
  const owner = { role: 'mentor', userId } as const
  return (
    <>
      <PageTitle>Tickets</PageTitle>
      <PageHeader title="Tickets" description="Only moderators see what you report." />
      <OwnTickets owner={owner} known={usePeople(owner)} about={ticketAboutOf(query)} />
    </>
  )
}
