import type { ModeratedTicket, Ticket } from '@marga/contract/tickets'
import { fullName, presentPerson } from '../accounts/accounts.presenter.ts'
import type { TicketRow } from './tickets.queries.ts'

export const presentTicket = (row: TicketRow): Ticket => ({
  _id: row.id,
  ticketId: row.id,
  complaint: {
    accusedId: presentPerson({
      id: row.accusedId,
      firstName: row.accusedFirstName,
      lastName: row.accusedLastName,
      profileImageUrl: row.accusedImage,
    }),
  },
  raisedBy: raiserOf(row),
  subject: row.subject,
  content: row.content,
  context: row.context as Ticket['context'],
  status: row.status,
  createdAt: row.createdAt.toISOString(),
  disputeKind: disputeKindOf(row),
  isWithdrawn: row.isWithdrawn,
})

/** What came to the moderators of itself has nobody's id. */
const nobody = {
  _id: '00000000-0000-0000-0000-000000000000',
  firstName: 'Raised',
  lastName: 'automatically',
  profileImageUrl: null,
  role: 'system',
} as const

function raiserOf(row: TicketRow): Ticket['raisedBy'] {
  if (row.raisedBy === null) return nobody
  const person = {
    id: row.raisedBy,
    firstName: row.raiserFirstName ?? '',
    lastName: row.raiserLastName ?? '',
    profileImageUrl: row.raiserImage,
  }
  return { ...presentPerson(person), role: row.raiserRole as 'mentee' | 'mentor' }
}

/** Moderators see who decided; whoever raised the ticket sees only what was decided. */
export const presentModeratedTicket = (row: TicketRow): ModeratedTicket => ({
  ...presentTicket(row),
  decision: row.decidedAt && {
    by:
      row.deciderFirstName === null
        ? null
        : fullName({ firstName: row.deciderFirstName, lastName: row.deciderLastName ?? '' }),
    at: row.decidedAt.toISOString(),
    note: row.note,
    didBlock: row.didBlock,
  },
  isAccusedBlocked: row.isAccusedBlocked,
  isAccusedDeleted: row.accusedDeletedAt !== null,
})

/** Null for a ticket that somebody raised as one. */
export const disputeKindOf = (
  row: Pick<TicketRow, 'contestId' | 'refundRequestId'>,
): ModeratedTicket['disputeKind'] => (row.contestId ? 'contest' : row.refundRequestId ? 'refund' : null)
