import type { MenteeDossier, MentorDossier } from '@marga/contract/moderation'
import type { MemberRole } from '@marga/contract/roles'
import type { Slot } from '@marga/contract/slots'
import { ArrowLeft } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { PageTitle } from '../../components/page-title.tsx'
import { statusVariants as enrollmentVariants } from '../../features/enrollments/rules.ts'
import { AuditEntries } from '../../features/moderation/components/audit-entries.tsx'
import { DossierHead } from '../../features/moderation/components/dossier-head.tsx'
import { fullName } from '../../features/moderation/rules.ts'
import { statusVariants as slotVariants } from '../../features/slots/rules.ts'
import { TicketQueue } from '../../features/tickets/components/ticket-queue.tsx'
import { formatDate, formatTimeRange, timeZoneName } from '../../lib/dates.ts'
import { dossierHref } from '../../lib/dossier-href.ts'
import { formatRupees } from '../../lib/money.ts'
import { paths } from '../../lib/paths.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card, CardTitle } from '../../ui/card.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

type Query<P> = {
  data: P | undefined
  error: Error | null
  isFetching: boolean
  refetch: () => unknown
}
type DossierProps =
  | { of: 'mentee'; query: Query<MenteeDossier> }
  | { of: 'mentor'; query: Query<MentorDossier> }

const { mentees, mentors } = {
  mentees: { href: paths.moderator.menteesList.getHref(), label: 'All mentees' },
  mentors: { href: paths.moderator.mentorsList.getHref(), label: 'All mentors' },
}

/** One person as moderators see them before deciding: who it is, and all that happened. */
export function Dossier({ of: role, query }: DossierProps) {
  const back = role === 'mentee' ? mentees : mentors
  return (
    <>
      <PageTitle>{query.data ? fullName(query.data) : role === 'mentee' ? 'Mentee' : 'Mentor'}</PageTitle>
      <Link to={back.href} className="link mb-5 inline-flex min-h-11 items-center gap-2 text-sm">
        <ArrowLeft className="size-4" aria-hidden="true" />
        {back.label}
      </Link>
      {query.data ? (
        <div className="grid grid-cols-1 gap-5">
          {role === 'mentee' ? (
            <DossierHead of="mentee" person={query.data} />
          ) : (
            <DossierHead of="mentor" person={query.data} />
          )}
          <History of={role} person={query.data} />
        </div>
      ) : query.error ? (
        <ErrorState
          message={query.error.message}
          onRetry={() => void query.refetch()}
          isRetrying={query.isFetching}
        />
      ) : (
        <Skeleton className="h-120" />
      )}
    </>
  )
}

function History({ of: role, person }: { of: MemberRole; person: MenteeDossier | MentorDossier }) {
  const { enrollments, bookings, tickets, acts, firstName } = person
  const other = role === 'mentee' ? 'mentor' : 'mentee'
  const about = tickets.filter(({ complaint }) => complaint.accusedId._id === person._id)
  const raised = tickets.filter(({ raisedBy }) => raisedBy._id === person._id)
  const hrefOf = (ticket: string) => paths.moderator.tickets.getHref({}, { ticket })
  return (
    <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-2">
      <Part title={`Tickets about ${firstName}`} items={about} none="There are none.">
        {(shown) => <TicketQueue tickets={shown} hrefOf={hrefOf} isInside />}
      </Part>
      <Part title={`Tickets that ${firstName} raised`} items={raised} none="There are none.">
        {(shown) => <TicketQueue tickets={shown} hrefOf={hrefOf} isInside />}
      </Part>
      <Part title="Subscriptions" items={enrollments} none="There are none.">
        {(shown) => (
          <Lines>
            {shown.map((enrollment) => (
              <EnrollmentLine key={enrollment._id} enrollment={enrollment} other={other} />
            ))}
          </Lines>
        )}
      </Part>
      <Part title="Sessions" hint={timeZoneName()} items={bookings} none="There are none.">
        {(shown) => (
          <Lines>
            {shown.map((slot) => (
              <SlotLine key={slot._id} slot={slot} of={role} />
            ))}
          </Lines>
        )}
      </Part>
      <Part
        title="What moderators did"
        items={acts}
        none="Nothing so far."
        className="lg:col-span-2"
        more={
          <Link to={paths.moderator.auditLog.getHref()} className="link text-sm">
            The whole log
          </Link>
        }
      >
        {(shown) => <AuditEntries entries={shown} />}
      </Part>
    </div>
  )
}

type EnrollmentLineProps = { enrollment: MenteeDossier['enrollments'][number]; other: MemberRole }

function EnrollmentLine({ enrollment, other }: EnrollmentLineProps) {
  return (
    <Line
      end={
        <Badge tone={enrollmentVariants[enrollment.status].tone}>
          {enrollmentVariants[enrollment.status].label}
        </Badge>
      }
    >
      <Link to={dossierHref({ ...enrollment.with, role: other })} className="link font-semibold">
        {fullName(enrollment.with)}
      </Link>
      <span className="block text-sm text-ink-soft">
        {formatRupees(enrollment.amount)} a month, since {formatDate(enrollment.startedAt)}
      </span>
    </Line>
  )
}

function SlotLine({ slot, of: role }: { slot: Slot; of: MemberRole }) {
  return (
    <Line end={<Badge tone={slotVariants[slot.status].tone}>{slotTexts(slot)}</Badge>}>
      <span className="block font-semibold">
        {formatDate(slot.start)}, {formatTimeRange(slot.start, slot.end)}
      </span>
      <span className="block text-sm text-ink-soft wrap-anywhere">
        {companion(role, slot)}
        {slot.title ? `: ${slot.title}` : ''}
      </span>
    </Line>
  )
}

const slotTexts = ({ status, missedBy }: Slot) =>
  status === 'missed' && missedBy
    ? `Missed by ${missedBy === 'both' ? 'both' : `the ${missedBy}`}`
    : slotVariants[status].label

const shownAtFirst = 5

type PartProps<T> = {
  title: string
  hint?: string
  items: readonly T[]
  none: string
  more?: ReactNode
  className?: string
  children: (shown: readonly T[]) => ReactNode
}

/** A list of the person's, its newest at first. */
function Part<T>({ title, hint, items, none, more, className, children }: PartProps<T>) {
  const [isWhole, setIsWhole] = useState(false)
  const shown = isWhole ? items : items.slice(0, shownAtFirst)
  return (
    <Card className={`grid grid-cols-1 gap-4 ${className ?? ''}`}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <CardTitle>{title}</CardTitle>
        {items.length > 0 && hint ? <span className="text-sm text-ink-faint">{hint}</span> : null}
        {more}
      </div>
      {items.length === 0 ? <p className="text-sm text-ink-soft">{none}</p> : children(shown)}
      {shown.length < items.length ? (
        <Button variant="secondary" size="sm" className="justify-self-start" onClick={() => setIsWhole(true)}>
          {`Show all ${items.length}`}
        </Button>
      ) : null}
    </Card>
  )
}

const Lines = ({ children }: { children: ReactNode }) => (
  <ul className="grid grid-cols-1 divide-y divide-line">{children}</ul>
)

const Line = ({ end, children }: { end: ReactNode; children: ReactNode }) => (
  <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-3 first:pt-0 last:pb-0">
    <span className="min-w-0 flex-1 basis-44 wrap-anywhere">{children}</span>
    {end}
  </li>
)

/** With whom; a cancelled or open one may be with nobody. */
function companion(role: MemberRole, { mentorId, menteeId }: Slot): string {
  const other = role === 'mentee' ? mentorId : menteeId
  return other ? `With ${fullName(other)}` : 'Not booked'
}
