import type { Ticket } from '@marga/contract/tickets'
import { Badge } from '../../../ui/badge.tsx'
import { statusVariantOf } from '../rules.ts'

export function TicketStatusBadge({ ticket }: { ticket: Pick<Ticket, 'status' | 'isWithdrawn'> }) {
  const { label, tone } = statusVariantOf(ticket)
  return <Badge tone={tone}>{label}</Badge>
}
