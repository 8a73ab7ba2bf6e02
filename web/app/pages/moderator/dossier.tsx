import type { MemberRole } from '@marga/contract/roles'
import type { DossierList, UserDossier } from '@marga/contract/user-dossiers'
import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { Link } from 'react-router'
import { PageTitle } from '../../components/page-title.tsx'
import { LiftableSanctions } from '../../features/cases/components/liftable-sanctions.tsx'
import { Listed } from '../../features/cases/components/part.tsx'
import { Cases, Enrollments, Notes, Sessions } from '../../features/cases/components/person-lines.tsx'
import { isShortened, personStatus } from '../../features/cases/history-rules.ts'
import { dossierQuery } from '../../features/cases/queries.ts'
import { AuditEntries } from '../../features/moderation/components/audit-entries.tsx'
import { DossierHead } from '../../features/moderation/components/dossier-head.tsx'
import { fullName } from '../../features/moderation/rules.ts'
import { TicketQueue } from '../../features/tickets/components/ticket-queue.tsx'
import { timeZoneName } from '../../lib/dates.ts'
import { paths } from '../../lib/paths.ts'
import { useNow } from '../../lib/use-now.ts'
import { Badge } from '../../ui/badge.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

const { mentees, mentors } = {
  mentees: { href: paths.moderator.menteesList.getHref(), label: 'All mentees' },
  mentors: { href: paths.moderator.mentorsList.getHref(), label: 'All mentors' },
}

/** One person as moderators see them before deciding: who it is, and all that happened. */
export function Dossier({ of: role, id }: { of: MemberRole; id: string }) {
  const { data, error, refetch, isFetching } = useQuery(dossierQuery(role, id))
  const back = role === 'mentee' ? mentees : mentors
  return (
    <>
      <PageTitle>{data ? fullName(data.person) : role === 'mentee' ? 'Mentee' : 'Mentor'}</PageTitle>
      <Link to={back.href} className="link mb-5 inline-flex min-h-11 items-center gap-2 text-sm">
        <ArrowLeft className="size-4" aria-hidden="true" />
        {back.label}
      </Link>
      {data ? (
        <div className="grid grid-cols-1 gap-5">
          <Head person={data.person} />
          <History of={role} file={data} />
        </div>
      ) : error ? (
        <ErrorState message={error.message} onRetry={() => void refetch()} isRetrying={isFetching} />
      ) : (
        <Skeleton className="h-120" />
      )}
    </>
  )
}

function Head({ person }: { person: UserDossier['person'] }) {
  const status = personStatus(person).map(({ label, tone }) => (
    <Badge key={label} tone={tone}>
      {label}
    </Badge>
  ))
  return person.role === 'mentee' ? (
    <DossierHead of="mentee" person={person} status={status} />
  ) : (
    <DossierHead of="mentor" person={person} status={status} />
  )
}

function History({ of: role, file }: { of: MemberRole; file: UserDossier }) {
  const { person, enrollments, sessions, tickets, cases, sanctions, notes, acts } = file
  const now = useNow(30_000)
  const of = (list: DossierList) => ({ isShortened: isShortened(file, list) })
  const about = tickets.filter(({ complaint }) => complaint.accusedId._id === person._id)
  const raised = tickets.filter(({ raisedBy }) => raisedBy._id === person._id)
  const hrefOf = (ticket: string) => paths.moderator.tickets.getHref({}, { ticket })
  return (
    <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-2">
      <LiftableSanctions {...of('sanctions')} sanctions={sanctions} />
      <Cases {...of('cases')} cases={cases} now={now} />
      <Listed
        {...of('tickets')}
        title={`Tickets about ${person.firstName}`}
        items={about}
        none="There are none."
      >
        {(shown) => <TicketQueue tickets={shown} hrefOf={hrefOf} isInside />}
      </Listed>
      <Listed
        {...of('tickets')}
        title={`Tickets that ${person.firstName} raised`}
        items={raised}
        none="There are none."
      >
        {(shown) => <TicketQueue tickets={shown} hrefOf={hrefOf} isInside />}
      </Listed>
      <Enrollments {...of('enrollments')} of={role} enrollments={enrollments} />
      <Sessions {...of('sessions')} of={role} sessions={sessions} hint={timeZoneName()} />
      <Notes {...of('notes')} notes={notes} />
      <Listed
        {...of('acts')}
        title="What moderators did"
        items={acts}
        none="Nothing so far."
        hint={
          <Link to={paths.moderator.auditLog.getHref()} className="link">
            The whole log
          </Link>
        }
      >
        {(shown) => <AuditEntries entries={shown} />}
      </Listed>
    </div>
  )
}
