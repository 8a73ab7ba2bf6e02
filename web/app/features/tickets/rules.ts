import { type Ticket, type TicketStatus, ticketStatuses } from '@marga/contract/tickets'
import { ApiError } from '../../lib/api-client.ts'
import { formatDate, formatTime } from '../../lib/dates.ts'
import { failureText } from '../../lib/failure-texts.ts'

export const statusLooks = {
  open: { label: 'Open', tone: 'accent' },
  actioned: { label: 'Actioned', tone: 'positive' },
  dismissed: { label: 'Dismissed', tone: 'neutral' },
} as const satisfies Record<TicketStatus, { label: string; tone: string }>

/** What the status means for the one who raised it. */
export const statusMeanings: Record<TicketStatus, string> = {
  open: 'A moderator will read it.',
  actioned: 'A moderator agreed and blocked the person.',
  dismissed: 'A moderator read it and took no action.',
}

/** What blocking the accused does, by what they are. */
export const blockConsequences: Record<'mentee' | 'mentor', readonly string[]> = {
  mentor: [
    'Signed out everywhere at once, and cannot sign in.',
    'Gone from search and profile. Open times are closed, booked sessions cancelled with the calls given back.',
    'Subscriptions stop renewing.',
  ],
  mentee: [
    'Signed out everywhere at once, and cannot sign in.',
    'Booked sessions are released: their times are open to others again.',
  ],
}

/** A mentee complains about a mentor, and the other way round. */
export const accusedRole = ({ raisedBy }: Ticket): 'mentee' | 'mentor' =>
  raisedBy.role === 'mentee' ? 'mentor' : 'mentee'

/** What the link to the ticket form knew: whom it is about, and which session. */
export type TicketAbout = { personId: string | null; session: { id: string; start: string | null } | null }

/** Reads it from the address; anybody can write one, so what does not look right counts as absent. */
export function ticketAboutOf(query: URLSearchParams): TicketAbout {
  const session = query.get('session')
  const start = query.get('start') ?? ''
  return {
    personId: query.get('about'),
    session:
      session && uuid.test(session)
        ? { id: session, start: Number.isNaN(Date.parse(start)) ? null : start }
        : null,
  }
}

/** The subject of a complaint about a session, as the person would write it. */
export const sessionSubject = (start: string | null): string =>
  start ? `Session on ${formatDate(start)}, ${formatTime(start)}` : 'A session'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The filter as it stands in the address; what is unknown there counts as none. */
export const readStatus = (text: string | null): TicketStatus | '' =>
  ticketStatuses.find((status) => status === text) ?? ''

/** What a decision that came too late says: who was first, and when. */
export function ticketFailure(error: unknown): string {
  const text = failureText('moderate', error)
  if (!(error instanceof ApiError) || error.code !== 'already_decided') return text
  const { decidedBy, decidedAt } = error.details
  if (typeof decidedBy !== 'string') return text
  const when = typeof decidedAt === 'string' ? ` on ${formatDate(decidedAt)} at ${formatTime(decidedAt)}` : ''
  return `Already decided by ${decidedBy}${when}.`
}
