import { useQuery } from '@tanstack/react-query'
import { LifeBuoy } from 'lucide-react'
import { ZoneNote } from '../../../components/zone-note.tsx'
import type { KnownPeople } from '../../../lib/known-people.ts'
import { Card, CardTitle } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { useRaiseTicket } from '../mutations.ts'
import { ownTicketsQuery, type TicketOwner } from '../queries.ts'
import type { TicketAbout } from '../rules.ts'
import { RaiseTicketForm } from './raise-ticket-form.tsx'
import { TicketCard } from './ticket-card.tsx'

type OwnTicketsProps = { owner: TicketOwner; known: KnownPeople; about: TicketAbout }

/** The form to raise a ticket, and the ones that were raised. */
export function OwnTickets({ owner, known, about }: OwnTicketsProps) {
  const { data: tickets, error, refetch, isFetching } = useQuery(ownTicketsQuery(owner))
  const raise = useRaiseTicket(owner)
  const noun = owner.role === 'mentee' ? 'mentor' : 'mentee'
  return (
    <div className="grid grid-cols-1 items-start gap-8 lg:grid-cols-[24rem_minmax(0,1fr)]">
      <Card className="grid grid-cols-1 gap-5 lg:sticky lg:top-20">
        <CardTitle>Raise a Ticket</CardTitle>
        {known.people.length > 0 ? (
          <RaiseTicketForm people={known.people} noun={noun} about={about} onRaise={raise.mutateAsync} />
        ) : known.failure ? (
          <ErrorState {...known.failure} />
        ) : known.isLoading ? (
          <Skeleton className="h-44" />
        ) : (
          <p className="text-ink-soft">
            {owner.role === 'mentee'
              ? 'You can report a mentor you have subscribed to or met.'
              : 'You can report a mentee who has subscribed to you or met you.'}
          </p>
        )}
      </Card>
      <section aria-labelledby="own-tickets">
        <h2 id="own-tickets" className="mb-4 text-xl">
          Your tickets
        </h2>
        {tickets && tickets.length > 0 ? (
          <>
            <ul className="grid grid-cols-1 gap-4">
              {tickets.map((ticket) => (
                <li key={ticket._id}>
                  <TicketCard ticket={ticket} />
                </li>
              ))}
            </ul>
            <ZoneNote className="mt-4 text-xs text-ink-faint" />
          </>
        ) : tickets ? (
          <EmptyState icon={LifeBuoy} title="No tickets">
            Had a bad experience? Tell us. Moderators read every ticket and can block people.
          </EmptyState>
        ) : error ? (
          <ErrorState message={error.message} onRetry={() => void refetch()} isRetrying={isFetching} />
        ) : (
          <Skeleton className="h-44" />
        )}
      </section>
    </div>
  )
}
