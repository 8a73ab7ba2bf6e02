import { messagesAround } from '@marga/contract/case-states'
import type { MemberRole } from '@marga/contract/roles'
import { type TicketStatus, ticketContextKinds, ticketStatuses } from '@marga/contract/ticket-states'
import type { ModeratedTicket, Ticket, TicketContext } from '@marga/contract/tickets'
import { ApiError } from '../../lib/api-client.ts'
import { formatDate, formatTime } from '../../lib/dates.ts'
import { errorMessage } from '../../lib/error-messages.ts'

const statusVariants = {
  open: { label: 'Open', tone: 'accent' },
  actioned: { label: 'Actioned', tone: 'positive' },
  dismissed: { label: 'Dismissed', tone: 'neutral' },
} as const satisfies Record<TicketStatus, { label: string; tone: string }>

/** How its status looks and is called. */
export const statusVariantOf = ({ status, isWithdrawn }: Pick<Ticket, 'status' | 'isWithdrawn'>) =>
  isWithdrawn ? ({ label: 'Closed', tone: 'neutral' } as const) : statusVariants[status]

const statusMeanings: Record<TicketStatus, string> = {
  open: 'A moderator will read it.',
  actioned: 'A moderator agreed and acted on it.',
  dismissed: 'A moderator read it and took no action.',
}
/** Of a contest or a refund request that the two could not settle. */
const disputeMeanings: Record<TicketStatus, string> = {
  open: 'A moderator will decide it.',
  actioned: 'A moderator has decided it. You have a notification with the result.',
  dismissed: 'A moderator has refused it. You have a notification with the result.',
}

/** What the status means for the one who raised it. */
export const statusMeaning = ({
  status,
  disputeKind,
  isWithdrawn,
}: Pick<Ticket, 'status' | 'disputeKind' | 'isWithdrawn'>): string =>
  isWithdrawn
    ? 'No moderator had to decide it. You have a notification with the reason.'
    : (disputeKind ? disputeMeanings : statusMeanings)[status]

/** A mentee complains about a mentor, and the other way round; what comes of itself is about mentors. */
export const accusedRole = ({ raisedBy }: Pick<Ticket, 'raisedBy'>): MemberRole =>
  raisedBy.role === 'mentor' ? 'mentee' : 'mentor'

/** Who raised it, unless it came of itself. */
export const raiserOf = ({ raisedBy: { role, ...person } }: Pick<Ticket, 'raisedBy'>) =>
  role === 'system' ? undefined : { ...person, role }

export type Referred = TicketContext & { at: string | null }
/** What the link to the ticket form knew: whom it is about, and which message, session or profile. */
export type TicketAbout = { personId: string | null; referred: Referred | null }

/** Reads it from the address; anybody can write one, so what does not look right counts as absent. */
export function ticketAboutOf(query: URLSearchParams): TicketAbout {
  const kind = ticketContextKinds.find((known) => known === query.get('kind'))
  const id = query.get('id') ?? ''
  const at = query.get('at') ?? ''
  return {
    personId: query.get('about'),
    referred: kind && uuid.test(id) ? { kind, id, at: Number.isNaN(Date.parse(at)) ? null : at } : null,
  }
}

/** The subject of a complaint, as the person would write it. */
export function subjectOf({ kind, at }: Referred): string {
  const when = at ? ` ${kind === 'slot' ? 'on' : 'of'} ${formatDate(at)}, ${formatTime(at)}` : ''
  return `${contextNames[kind]}${when}`
}

const contextNames: Record<TicketContext['kind'], string> = {
  message: 'Message',
  slot: 'Session',
  review: 'Review',
  profile: 'Profile',
}

/** Above what the ticket refers to, as a moderator sees it. */
export const reportedTitle = ({ context, complaint }: Ticket): string =>
  context?.kind === 'message'
    ? `${complaint.accusedId.firstName} wrote`
    : context?.kind === 'review'
      ? 'The review'
      : 'The session'

/** What moderators get to see beside the ticket. */
export const referredNotes: Record<TicketContext['kind'], string> = {
  message: `Moderators see this message with your ticket, and up to ${messagesAround} before and after it. Who looks is logged.`,
  slot: 'Moderators see which session it is about.',
  review: 'Moderators see this review with your ticket.',
  profile: 'Moderators look at this profile.',
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The filter as it stands in the address; what is unknown there counts as none. */
export const readStatus = (text: string | null): TicketStatus | '' =>
  ticketStatuses.find((status) => status === text) ?? ''

/** What a decision that came too late says: who was first, and when. */
export function ticketFailure(error: unknown): string {
  const text = errorMessage('moderate', error)
  if (!(error instanceof ApiError) || error.code !== 'already_decided') return text
  const { decidedBy, decidedAt } = error.details
  if (typeof decidedBy !== 'string' || !decidedBy) return text
  const when = typeof decidedAt === 'string' ? ` on ${formatDate(decidedAt)} at ${formatTime(decidedAt)}` : ''
  return `Already decided by ${decidedBy}${when}.`
}

/** Who closed a ticket, and when; undefined while it is open. */
export function decisionTexts(ticket: ModeratedTicket): string | undefined {
  const { decision } = ticket
  if (!decision) return undefined
  if (ticket.isWithdrawn)
    return `Closed without a decision on ${formatDate(decision.at)} at ${formatTime(decision.at)}.`
  return `${decidedWhat(ticket)} by ${decision.by ?? 'a moderator whose account is gone'} on ${formatDate(decision.at)} at ${formatTime(decision.at)}.`
}

function decidedWhat({ status, complaint, disputeKind, decision }: ModeratedTicket): string {
  const { firstName } = complaint.accusedId
  if (!disputeKind) {
    if (status !== 'actioned') return 'Dismissed'
    return decision?.didBlock ? `Closed, and ${firstName} blocked,` : 'Acted on'
  }
  // A session may have been corrected, or a call given back in place of money: what was done says the case.
  return status === 'dismissed' ? 'Refused' : 'Decided'
}
