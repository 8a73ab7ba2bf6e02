import type { MentorRequest } from '@marga/contract/applicants'
import { formatRupees } from '@marga/contract/prices'
import { texts } from '@marga/contract/texts'
import type { ReactNode } from 'react'
import { Chip } from '../../../components/chip.tsx'
import { formatDate, formatTime } from '../../../lib/dates.ts'
import { formatRelative } from '../../../lib/relative-dates.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Card } from '../../../ui/card.tsx'

/** Where reading goes on after a decision. */
export const applicantHeadingId = 'applicant'
/** Why somebody cannot be accepted. */
export const unconfirmedNoteId = 'applicant-unconfirmed'

type ApplicationProps = { request: MentorRequest; actions: ReactNode }

/** A whole application: nothing that a decision needs is folded away. */
export function Application({ request, actions }: ApplicationProps) {
  const { submittedAt, attempts } = request
  return (
    <Card role="article" aria-labelledby={applicantHeadingId}>
      <div className="flex flex-wrap items-start justify-between gap-4 border-b border-line pb-5">
        <div className="min-w-0">
          <h2
            id={applicantHeadingId}
            tabIndex={-1}
            className="scroll-mt-8 text-2xl outline-none wrap-anywhere max-lg:scroll-mt-32"
          >
            {request.name}
          </h2>
          <p className="text-ink-soft">{texts.titleAtFirm(request.jobTitle, request.firmName)}</p>
          <p className="mt-1 text-sm text-ink-faint">
            Applied {formatRelative(submittedAt)}, {formatDate(submittedAt)} at {formatTime(submittedAt)}
          </p>
        </div>
        {attempts > 1 ? <Badge tone="accent">{`Application ${attempts} from this person`}</Badge> : null}
      </div>
      <ApplicationDetails request={request} />
      <div className="grid gap-3 border-t border-line pt-5">
        {request.isEmailVerified ? null : (
          <p id={unconfirmedNoteId} className="text-sm text-danger-ink sm:text-right">
            {`${request.firstName} cannot be accepted yet: the email address is not confirmed. We have emailed them a link to confirm it.`}
          </p>
        )}
        <div className="flex flex-wrap justify-end gap-3">{actions}</div>
      </div>
    </Card>
  )
}

export function ApplicationDetails({ request }: { request: MentorRequest }) {
  return (
    <dl className="grid gap-x-8 gap-y-5 py-5 sm:grid-cols-2">
      <Entry label="Email">
        <a href={`mailto:${request.email}`} className="link break-all">
          {request.email}
        </a>
        <span className="mt-1 block">
          {request.isEmailVerified ? (
            <Badge tone="positive">Email confirmed</Badge>
          ) : (
            <Badge tone="danger">Email not confirmed</Badge>
          )}
        </span>
      </Entry>
      <Entry label="Phone number">{request.phone}</Entry>
      <Entry label="Location">{request.location || <None />}</Entry>
      <Entry label="Hourly rate">{formatRupees(request.hourlyRate)}</Entry>
      <Entry label="Education" isWide>
        {request.educationalQualification}
      </Entry>
      <Entry label="Bio" isWide>
        <span className="whitespace-pre-wrap">{request.bio}</span>
      </Entry>
      <Entry label="Skills" isWide>
        <ul className="mt-1 flex flex-wrap gap-1.5">
          {request.expertise.map((skill) => (
            <Chip key={skill}>{skill}</Chip>
          ))}
        </ul>
      </Entry>
      <Entry label="Website">
        <WebLink href={request.website} />
      </Entry>
      <Entry label="LinkedIn">
        <WebLink href={request.linkedInUrl} />
      </Entry>
      <Entry label="Twitter">
        <WebLink href={request.twitterUrl} />
      </Entry>
    </dl>
  )
}

function Entry({ label, isWide, children }: { label: string; isWide?: boolean; children: ReactNode }) {
  return (
    <div className={isWide ? 'min-w-0 sm:col-span-2' : 'min-w-0'}>
      <dt className="text-sm font-semibold">{label}</dt>
      <dd className="text-ink-soft">{children}</dd>
    </div>
  )
}

const None = () => <span className="text-ink-faint">Not given</span>

/** Typed by a stranger: opened elsewhere, without telling where from. */
function WebLink({ href }: { href: string | null }) {
  if (!href) return <None />
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow ugc" className="link break-all">
      {href.replace(/^https?:\/\//, '')}
    </a>
  )
}
