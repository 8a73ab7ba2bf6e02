import type { Person } from '@marga/contract/common'
import type { TicketDispute } from '@marga/contract/disputes'
import type { MemberRole } from '@marga/contract/roles'
import type { ModeratedTicket, Reported } from '@marga/contract/tickets'
import { ArrowLeft } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { closeWhenDecided } from '../../../lib/close-when-decided.ts'
import { formatDate, formatTime } from '../../../lib/dates.ts'
import { dossierHref } from '../../../lib/dossier-href.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card, CardTitle } from '../../../ui/card.tsx'
import { disputeNames } from '../dispute-rules.ts'
import { useDecideTicket } from '../mutations.ts'
import { accusedRole, decisionTexts, raiserOf, reportedTitle } from '../rules.ts'
import { BlockAccusedDialog, DismissDialog } from './decide-dialogs.tsx'
import { DisputeDecision } from './dispute-decision.tsx'
import { TicketStatusBadge } from './ticket-status-badge.tsx'

type Action = 'block' | 'dismiss'

type TicketViewProps = {
  ticket: ModeratedTicket
  /** What it refers to, where that can be shown. */
  reported: Reported | null
  /** What the two do not agree about, where the ticket stands for that. */
  dispute: TicketDispute | null
  /** The same, told. */
  disputeDetails: ReactNode
  /** Others about the same person: those that are open first. */
  earlier: readonly ModeratedTicket[]
  /** Names `earlier` where there are more. */
  shortened?: readonly 'earlier'[] | undefined
  backHref: string
  /** Where it is decided with everything that is known. */
  caseHref: string
  hrefOf: (ticketId: string) => string
}

/** One ticket with both people, what was said about the accused before, and the decision. */
export function TicketView(props: TicketViewProps) {
  const { ticket, reported, dispute, disputeDetails, earlier, backHref, caseHref, hrefOf } = props
  const isShortened = props.shortened?.includes('earlier') ?? false
  const [asking, setAsking] = useState<Action | null>(null)
  const onClose = () => setAsking(null)
  const { send, isPending } = useSend(ticket._id, onClose)
  const { complaint, content, status } = ticket
  // While the question was open somebody else may have decided.
  const asked = status === 'open' ? asking : null
  const dialog = { ticket, isLoading: isPending, onClose }
  return (
    <div className="grid grid-cols-1 gap-5">
      <Link to={backHref} className="link inline-flex min-h-11 items-center gap-2 justify-self-start text-sm">
        <ArrowLeft className="size-4" aria-hidden="true" />
        All tickets
      </Link>
      <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <Card className="grid grid-cols-1 gap-5">
          <TicketHead ticket={ticket} caseHref={caseHref} />
          <p className="max-w-prose whitespace-pre-line wrap-anywhere">{content}</p>
          {reported && dispute?.kind !== 'contest' ? (
            <ReportedContent title={reportedTitle(ticket)} reported={reported} />
          ) : null}
          {disputeDetails}
          {dispute && status === 'open' ? <DisputeDecision ticket={ticket} dispute={dispute} /> : null}
          <DecisionArea ticket={ticket} onAsk={setAsking} />
        </Card>
        <div className="grid grid-cols-1 gap-5">
          <PeopleOfTicket ticket={ticket} />
          <EarlierTickets
            about={{ ...complaint.accusedId, role: accusedRole(ticket) }}
            tickets={earlier}
            isShortened={isShortened}
            hrefOf={hrefOf}
          />
        </div>
      </div>
      {asked === 'block' ? (
        <BlockAccusedDialog
          {...dialog}
          others={earlier.filter((other) => other.status === 'open')}
          isShortened={isShortened && earlier.every((other) => other.status === 'open')}
          onConfirm={send('block')}
        />
      ) : null}
      {asked === 'dismiss' ? <DismissDialog {...dialog} onConfirm={send('dismiss')} /> : null}
    </div>
  )
}

/** What it is, of when, and the way to its case. */
function TicketHead({ ticket, caseHref }: Pick<TicketViewProps, 'ticket' | 'caseHref'>) {
  const { subject, context, createdAt } = ticket
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-3">
        <h1 className="min-w-0 text-2xl wrap-anywhere">{subject || 'Ticket without a subject'}</h1>
        <span className="flex flex-wrap gap-2">
          {ticket.disputeKind ? <Badge>{disputeNames[ticket.disputeKind]}</Badge> : null}
          <TicketStatusBadge ticket={ticket} />
        </span>
      </div>
      <p className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-ink-faint">
        <span>
          {formatDate(createdAt)}, {formatTime(createdAt)}
          {context ? `, about a ${context.kind === 'slot' ? 'session' : context.kind}` : ''}
        </span>
        <Link to={caseHref} className="link">
          Open the case
        </Link>
      </p>
    </>
  )
}

/** Decides with the note, of which nothing is kept then. */
function useSend(ticketId: string, onClose: () => void) {
  const { mutate, isPending } = useDecideTicket()
  const send = (action: Action) => (note: string, end: () => void, alsoTicketIds?: readonly string[]) =>
    mutate(
      { ticketId, action, note, alsoTicketIds },
      closeWhenDecided(() => {
        end()
        onClose()
      }),
    )
  return { send, isPending }
}

function PeopleOfTicket({ ticket }: { ticket: ModeratedTicket }) {
  const raiser = raiserOf(ticket)
  return (
    <Card className="grid grid-cols-1 gap-4">
      <PersonLine
        person={{ ...ticket.complaint.accusedId, role: accusedRole(ticket) }}
        what={`Accused, a ${accusedRole(ticket)}${ticket.isAccusedBlocked ? ', blocked' : ''}`}
      />
      {raiser ? (
        <PersonLine person={raiser} what={`Raised it, a ${raiser.role}`} />
      ) : (
        <p className="text-sm text-ink-soft">Raised automatically.</p>
      )}
    </Card>
  )
}

function ReportedContent({ title, reported }: { title: string; reported: Reported }) {
  return (
    <figure className="max-w-prose rounded-md bg-sunken px-4 py-3">
      <figcaption className="text-sm text-ink-soft">
        {title}, {formatDate(reported.at)}, {formatTime(reported.at)}
      </figcaption>
      {reported.text ? (
        <blockquote className="mt-1 whitespace-pre-line wrap-anywhere">{reported.text}</blockquote>
      ) : null}
    </figure>
  )
}

type DecisionAreaProps = { ticket: ModeratedTicket; onAsk: (action: Action) => void }

/** What may be decided, or what was. */
function DecisionArea({ ticket, onAsk }: DecisionAreaProps) {
  return ticket.status === 'open' ? (
    <div className="flex flex-wrap gap-3 border-t border-line pt-5">
      {ticket.isAccusedDeleted ? (
        <p className="basis-full text-ink-soft">This account was deleted: there is no one to sanction.</p>
      ) : (
        <Button variant={ticket.disputeKind ? 'secondary' : 'danger'} onClick={() => onAsk('block')}>
          {ticket.isAccusedBlocked ? 'Agree and close' : `Block ${ticket.complaint.accusedId.firstName}`}
        </Button>
      )}
      {ticket.disputeKind ? null : (
        <Button variant="secondary" onClick={() => onAsk('dismiss')}>
          Dismiss
        </Button>
      )}
    </div>
  ) : (
    <div role="status" className="grid gap-1 border-t border-line pt-5">
      <p className="font-semibold">{decisionTexts(ticket)}</p>
      <p className="max-w-prose whitespace-pre-line text-ink-soft wrap-anywhere">
        {ticket.decision?.note || 'Without a note.'}
      </p>
    </div>
  )
}

type EarlierTicketsProps = {
  about: Person & { role: MemberRole }
  tickets: readonly ModeratedTicket[]
  isShortened: boolean
  hrefOf: (ticketId: string) => string
}

function EarlierTickets({ about, tickets, isShortened, hrefOf }: EarlierTicketsProps) {
  return (
    <Card className="grid grid-cols-1 gap-3">
      <CardTitle>Others about {about.firstName}</CardTitle>
      {tickets.length === 0 ? (
        <p className="text-sm text-ink-soft">There are none.</p>
      ) : (
        <ul className="grid grid-cols-1 divide-y divide-line">
          {tickets.map((other) => (
            <li key={other._id} className="py-2.5">
              <Link to={hrefOf(other._id)} className="link block truncate">
                {other.subject || other.content.slice(0, 80)}
              </Link>
              <span className="flex items-center justify-between gap-3 text-sm text-ink-faint">
                {formatDate(other.createdAt)}
                <TicketStatusBadge ticket={other} />
              </span>
            </li>
          ))}
        </ul>
      )}
      {isShortened ? (
        <p className="text-sm text-ink-soft">
          There are more than these {tickets.length}.{' '}
          <Link to={dossierHref(about)} className="link">
            All about {about.firstName}
          </Link>
        </p>
      ) : null}
    </Card>
  )
}

type PersonLineProps = { person: Person & { role: MemberRole }; what: string }

const PersonLine = ({ person, what }: PersonLineProps) => (
  <div className="flex items-center gap-3">
    <Avatar src={person.profileImageUrl} size="sm" />
    <div className="min-w-0">
      <Link to={dossierHref(person)} className="link block font-semibold wrap-anywhere">
        {person.firstName} {person.lastName}
      </Link>
      <p className="text-sm text-ink-soft">{what}</p>
    </div>
  </div>
)
