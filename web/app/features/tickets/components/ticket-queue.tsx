import type { TicketStatus } from '@marga/contract/ticket-states'
import type { Ticket } from '@marga/contract/tickets'
import { ChevronRight, Inbox } from 'lucide-react'
import { Link } from 'react-router'
import { formatRelative } from '../../../lib/dates.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { RadioCards } from '../../../ui/radio-cards.tsx'
import { statusLooks } from '../rules.ts'

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

type TicketQueueProps = { tickets: readonly Ticket[]; hrefOf: (ticketId: string) => string }

/** Tickets as moderators go through them; each line leads to the whole ticket. */
export function TicketQueue({ tickets, hrefOf }: TicketQueueProps) {
  if (tickets.length === 0) {
    return (
      <EmptyState icon={Inbox} title="No tickets here">
        What mentees and mentors complain about appears here by itself.
      </EmptyState>
    )
  }
  return (
    <Card className="p-0!">
      <ul className="grid grid-cols-1 divide-y divide-line">
        {tickets.map((ticket) => (
          <li key={ticket._id}>
            <Link
              to={hrefOf(ticket._id)}
              className="flex items-center gap-4 px-4 py-3.5 -outline-offset-2 hover:bg-sunken sm:px-6"
            >
              <span className="min-w-0 flex-1">
                <span className="line-clamp-2 font-semibold wrap-anywhere">
                  {ticket.subject || ticket.content.slice(0, 120)}
                </span>
                <span className="line-clamp-2 text-sm text-ink-soft">
                  {nameOf(ticket.raisedBy)} about {nameOf(ticket.complaint.accusedId)},{' '}
                  {formatRelative(ticket.createdAt)}
                </span>
              </span>
              <Badge tone={statusLooks[ticket.status].tone}>{statusLooks[ticket.status].label}</Badge>
              <ChevronRight className="size-5 shrink-0 text-ink-faint" aria-hidden="true" />
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}
