import type { AttendedSession } from '@marga/contract/case-evidence'
import type { ModerationCase } from '@marga/contract/moderation-case'
import { formatRupees } from '@marga/contract/prices'
import type { MemberRole } from '@marga/contract/roles'
import type { Sanction } from '@marga/contract/sanctions'
import type { UserDossier } from '@marga/contract/user-dossiers'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatDate, formatShortMoment, formatTimeRange } from '../../../lib/dates.ts'
import { dossierHref } from '../../../lib/dossier-href.ts'
import { enrollmentVariants } from '../../../lib/enrollment-status.ts'
import { paths } from '../../../lib/paths.ts'
import { Badge } from '../../../ui/badge.tsx'
import { sessionText, sessionTone } from '../history-rules.ts'
import { fullName } from '../rules.ts'
import { AttendanceBars } from './attendance-bars.tsx'
import { CaseList } from './case-list.tsx'
import { Line, Lines, Listed, Quote } from './part.tsx'
import { SanctionLine } from './sanction-line.tsx'

type Shown = { isInside?: boolean; hint?: string; isShortened?: boolean }

type EnrollmentsProps = Shown & { of: MemberRole; enrollments: UserDossier['enrollments'] }

export const Enrollments = ({ of: role, enrollments, ...shown }: EnrollmentsProps) => (
  <Listed title="Subscriptions" items={enrollments} none="There are none." {...shown}>
    {(items) => (
      <Lines>
        {items.map(({ _id, with: other, status, amount, startedAt }) => (
          <Line
            key={_id}
            end={<Badge tone={enrollmentVariants[status].tone}>{enrollmentVariants[status].label}</Badge>}
          >
            <Link
              to={dossierHref({ _id: other._id, role: role === 'mentee' ? 'mentor' : 'mentee' })}
              className="link font-semibold"
            >
              {fullName(other)}
            </Link>
            <span className="block text-sm text-ink-soft">
              {formatRupees(amount)} a month, since {formatDate(startedAt)}
            </span>
          </Line>
        ))}
      </Lines>
    )}
  </Listed>
)

type SessionsProps = Shown & { of: MemberRole; sessions: readonly AttendedSession[] }

export const Sessions = ({ of: role, sessions, ...shown }: SessionsProps) => (
  <Listed title="Sessions" items={sessions} none="There are none." {...shown}>
    {(items) => (
      <Lines>
        {items.map((session) => (
          <SessionLine key={session._id} session={session} of={role} />
        ))}
      </Lines>
    )}
  </Listed>
)

function SessionLine({ session, of: role }: { session: AttendedSession; of: MemberRole }) {
  const other = role === 'mentee' ? session.mentorId : session.menteeId
  const isOver = session.status === 'completed' || session.status === 'missed'
  return (
    <Line end={<Badge tone={sessionTone(session)}>{sessionText(session)}</Badge>}>
      <span className="block font-semibold">
        {formatDate(session.start)}, {formatTimeRange(session.start, session.end)}
      </span>
      <span className="block text-sm text-ink-soft">
        {other ? `With ${fullName(other)}` : 'Not booked'}
        {session.title ? `: ${session.title}` : ''}
      </span>
      {isOver ? (
        <div className="mt-2 max-w-80">
          <AttendanceBars session={session} />
        </div>
      ) : null}
    </Line>
  )
}

type CasesProps = Shown & { title?: string; cases: readonly ModerationCase[]; now: Date }

export const Cases = ({ title = 'Cases', cases, now, ...shown }: CasesProps) => (
  <Listed title={title} items={cases} none="There are none." {...shown}>
    {(items) => (
      <CaseList cases={items} hrefOf={(id) => paths.moderator.case.getHref({ id })} now={now} isInside />
    )}
  </Listed>
)

type SanctionsProps = Shown & {
  sanctions: readonly Sanction[]
  actionOf?: (sanction: Sanction) => ReactNode
}

export const Sanctions = ({ sanctions, actionOf, ...shown }: SanctionsProps) => (
  <Listed title="Sanctions" items={sanctions} none="There are none." {...shown}>
    {(items) => (
      <Lines>
        {items.map((sanction) => (
          <SanctionLine key={sanction._id} sanction={sanction} action={actionOf?.(sanction)} />
        ))}
      </Lines>
    )}
  </Listed>
)

export const Notes = ({ notes, ...shown }: Shown & { notes: UserDossier['notes'] }) => (
  <Listed title="Notes" items={notes} none="There are none." {...shown}>
    {(items) => (
      <Lines>
        {items.map((note) => (
          <Line
            key={`${note.at} ${note.text}`}
            end={
              note.caseId ? (
                <Link to={paths.moderator.case.getHref({ id: note.caseId })} className="link text-sm">
                  The case
                </Link>
              ) : null
            }
          >
            <Quote
              by={`${note.who ?? 'A moderator whose account is gone'}, ${formatShortMoment(note.at)}`}
              text={note.text}
            />
          </Line>
        ))}
      </Lines>
    )}
  </Listed>
)
