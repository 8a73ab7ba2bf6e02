import type { Ticket } from '@marga/contract/tickets'
import { formatDate } from '../../../lib/dates.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Card } from '../../../ui/card.tsx'
import { statusMeaning } from '../rules.ts'
import { TicketStatusBadge } from './ticket-status-badge.tsx'

/** One ticket as the person who raised it sees it. */
export function TicketCard({ ticket }: { ticket: Ticket }) {
  const { complaint, subject, content, createdAt } = ticket
  const { accusedId: accused } = complaint
  return (
    <Card className="grid grid-cols-1 gap-3">
      <div className="flex items-center gap-3">
        <Avatar src={accused.profileImageUrl} size="sm" />
        <div className="min-w-0 flex-1">
          <p className="truncate font-semibold">
            About {accused.firstName} {accused.lastName}
          </p>
          <time dateTime={createdAt} className="text-sm text-ink-faint">
            {formatDate(createdAt)}
          </time>
        </div>
        <TicketStatusBadge ticket={ticket} />
      </div>
      {subject ? <h3 className="text-lg wrap-anywhere">{subject}</h3> : null}
      <p className="whitespace-pre-line wrap-anywhere">{content}</p>
      <p className="text-sm text-ink-soft">{statusMeaning(ticket)}</p>
    </Card>
  )
}
