import type { TicketStatus } from '@marga/contract/ticket-states'
import type { ModeratedTicket } from '@marga/contract/tickets'
import { ChevronRight, Inbox } from 'lucide-react'
import { Link } from 'react-router'
import { formatRelative } from '../../../lib/relative-dates.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Card } from '../../../ui/card.tsx'
import { cn } from '../../../ui/cn.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { RadioCards } from '../../../ui/radio-cards.tsx'
import { disputeNames } from '../dispute-rules.ts'
import { decisionTexts } from '../rules.ts'
import { TicketStatusBadge } from './ticket-status-badge.tsx'

const statuses = [
  { value: '', label: 'All' },
  { value: 'open', label: 'Open' },
  { value: 'actioned', label: 'Actioned' },
  { value: 'dismissed', label: 'Dismissed' },
] as const satisfies readonly { value: TicketStatus | ''; label: string }[]

type StatusFilterProps = { status: TicketStatus | ''; onChange: (status: TicketStatus | '') => void }

export const StatusFilter = ({ status, onChange }: StatusFilterProps) => (
  <div className="mb-5 max-w-lg">
    <RadioCards<TicketStatus | ''>
      legend="Status"
      isLegendHidden
      isRow
      name="status"
      options={statuses}
      value={status}
      onChange={onChange}
    />
  </div>
)

const nameOf = ({ firstName, lastName }: { firstName: string; lastName: string }) =>
  `${firstName} ${lastName}`

type TicketQueueProps = {
  tickets: readonly ModeratedTicket[]
  hrefOf: (ticketId: string) => string
  /** In a card already: without one of its own. */
  isInside?: boolean
}

/** Tickets as moderators go through them; each line leads to the whole ticket. */
export function TicketQueue({ tickets, hrefOf, isInside }: TicketQueueProps) {
  if (tickets.length === 0) {
    return (
      <EmptyState icon={Inbox} title="No tickets here">
        New tickets from mentees and mentors appear here.
      </EmptyState>
    )
  }
  const list = (
    <ul className="grid grid-cols-1 divide-y divide-line">
      {tickets.map((ticket) => (
        <li key={ticket._id}>
          <Link
            to={hrefOf(ticket._id)}
            className={cn(
              'grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1.5 py-3.5 hover:bg-sunken sm:grid-cols-[minmax(0,1fr)_auto_auto]',
              isInside ? '-mx-2 rounded-md px-2' : 'px-4 -outline-offset-2 sm:px-6',
            )}
          >
            <span className="min-w-0">
              <span className="line-clamp-2 font-semibold wrap-anywhere">
                {ticket.subject || ticket.content.slice(0, 120)}
              </span>
              <span className="line-clamp-2 text-sm text-ink-soft">
                {nameOf(ticket.raisedBy)} about {nameOf(ticket.complaint.accusedId)},{' '}
                {formatRelative(ticket.createdAt)}
              </span>
              {ticket.decision ? (
                <span className="block text-sm text-ink-faint">{decisionTexts(ticket)}</span>
              ) : null}
            </span>
            <span className="flex flex-wrap gap-2 max-sm:row-start-2 sm:justify-end">
              {ticket.disputeKind ? <Badge>{disputeNames[ticket.disputeKind]}</Badge> : null}
              <TicketStatusBadge ticket={ticket} />
            </span>
            <ChevronRight
              className="size-5 shrink-0 text-ink-faint max-sm:col-start-2 max-sm:row-span-2 max-sm:row-start-1"
              aria-hidden="true"
            />
          </Link>
        </li>
      ))}
    </ul>
  )
  return isInside ? list : <Card className="p-0!">{list}</Card>
}
