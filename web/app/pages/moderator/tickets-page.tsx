import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { PageTitle } from '../../components/page-title.tsx'
import { TicketDisputeDetails } from '../../features/disputes/components/ticket-dispute-details.tsx'
import { StatusFilter, TicketQueue } from '../../features/tickets/components/ticket-queue.tsx'
import { TicketView } from '../../features/tickets/components/ticket-view.tsx'
import { ticketQuery, ticketsQuery } from '../../features/tickets/queries.ts'
import { readStatus } from '../../features/tickets/rules.ts'
import { paths } from '../../lib/paths.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

const { tickets: address } = paths.moderator

/** The list, or with `?ticket=` one of it. */
export default function TicketsPage() {
  const [query] = useSearchParams()
  const ticketId = query.get('ticket')
  const status = readStatus(query.get('status'))
  const hrefOf = (ticket?: string) => address.getHref({}, { status, ticket })
  return (
    <>
      <PageTitle>Tickets</PageTitle>
      {ticketId ? (
        <OneTicket key={ticketId} ticketId={ticketId} hrefOf={hrefOf} />
      ) : (
        <AllTickets hrefOf={hrefOf} />
      )}
    </>
  )
}

type HrefOf = (ticketId?: string) => string

function AllTickets({ hrefOf }: { hrefOf: HrefOf }) {
  const [query, setQuery] = useSearchParams()
  const status = readStatus(query.get('status'))
  const list = useInfiniteQuery(ticketsQuery(status))
  const tickets = list.data?.pages.flatMap((page) => page.responseFromDb)
  return (
    <>
      <PageHeader
        title="Tickets"
        description={status === 'open' ? 'Open tickets, oldest first' : 'Newest first'}
      />
      <StatusFilter
        status={status}
        onChange={(next) => setQuery(next ? { status: next } : {}, { preventScrollReset: true })}
      />
      {tickets ? (
        <TicketQueue tickets={tickets} hrefOf={hrefOf} />
      ) : list.isError ? (
        <ErrorState
          message={list.error.message}
          onRetry={() => void list.refetch()}
          isRetrying={list.isFetching}
        />
      ) : (
        <Skeleton className="h-80" />
      )}
      <LoadMore list={list} label="Show earlier tickets" />
    </>
  )
}

function OneTicket({ ticketId, hrefOf }: { ticketId: string; hrefOf: HrefOf }) {
  const { data, error, refetch, isFetching } = useQuery(ticketQuery(ticketId))
  if (data) {
    const { ticket, dispute } = data
    return (
      <TicketView
        {...data}
        disputeDetails={
          dispute ? (
            <TicketDisputeDetails
              dispute={dispute}
              raiser={ticket.raisedBy}
              other={ticket.complaint.accusedId}
            />
          ) : null
        }
        backHref={hrefOf()}
        caseHref={paths.moderator.case.getHref({ id: ticketId })}
        hrefOf={hrefOf}
      />
    )
  }
  if (!error) return <Skeleton className="h-96" />
  return (
    <div className="grid gap-5">
      <ErrorState message={error.message} onRetry={() => void refetch()} isRetrying={isFetching} />
      <Link to={hrefOf()} className="link justify-self-start">
        All tickets
      </Link>
    </div>
  )
}
