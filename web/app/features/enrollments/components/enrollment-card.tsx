import { enrollmentGivesAccess } from '@marga/contract/enrollment-states'
import type { Enrollment } from '@marga/contract/enrollments'
import { formatRupees } from '@marga/contract/prices'
import { texts } from '@marga/contract/texts'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatDate } from '../../../lib/dates.ts'
import { enrollmentVariantAt } from '../../../lib/enrollment-status.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Card } from '../../../ui/card.tsx'
import { pauseText } from '../pause.ts'
import { dateTerm } from '../rules.ts'
import { PaymentDue } from './payment-due.tsx'
import { SessionCredits } from './session-credits.tsx'

type EnrollmentCardProps = {
  enrollment: Enrollment
  profileHref: string
  /** Chat, schedule, cancel, resume. */
  actions: ReactNode
  /** Calls, pause, refund, cancelling. */
  management: ReactNode
  now: Date
  /** Requests for a refund. */
  children?: ReactNode
}

/** One subscription: to whom, how it stands, and what is left of it. */
export function EnrollmentCard(props: EnrollmentCardProps) {
  const { enrollment, profileHref, actions, management, now, children } = props
  const { mentorId: mentor, status } = enrollment
  const pause = pauseText(enrollment, now)
  const { label, tone } = enrollmentVariantAt(enrollment, now)
  return (
    <Card className="grid grid-cols-1 gap-5">
      <div className="grid grid-cols-[auto_minmax(0,1fr)] items-start gap-x-4 gap-y-2 sm:grid-cols-[auto_minmax(0,1fr)_auto]">
        <Avatar src={mentor.profileImageUrl} size="md" />
        <div>
          <h2 className="text-xl wrap-anywhere">
            <Link to={profileHref} className="hover:underline">
              {mentor.firstName} {mentor.lastName}
            </Link>
          </h2>
          <p className="line-clamp-2 text-sm text-ink-soft">
            {texts.titleAtFirm(mentor.jobTitle, mentor.firmName)}
          </p>
        </div>
        <span className="max-sm:col-start-2">
          <Badge tone={tone}>{label}</Badge>
        </span>
      </div>
      <dl className="grid gap-x-8 gap-y-3 border-y border-line py-4 sm:grid-cols-3">
        <div>
          <dt className="text-sm text-ink-faint">{dateTerm(enrollment, now)}</dt>
          <dd className="font-semibold">{dateOf(enrollment)}</dd>
        </div>
        <div>
          <dt className="text-sm text-ink-faint">Fee</dt>
          <dd className="font-semibold tabular-nums">{formatRupees(enrollment.amount)} a month</dd>
        </div>
        {enrollmentGivesAccess(status) ? (
          <div>
            <dt className="text-sm text-ink-faint">This period</dt>
            <dd>
              <SessionCredits enrollment={enrollment} />
            </dd>
          </div>
        ) : null}
      </dl>
      {status === 'past_due' ? <PaymentDue enrollment={enrollment} /> : null}
      {pause ? <p className="rounded-md bg-accent-soft px-4 py-3 text-sm">{pause}</p> : null}
      {children}
      <div className="grid grid-cols-1 gap-3">
        <div className="flex flex-wrap gap-3">{actions}</div>
        <div className="-ml-3 flex flex-wrap gap-x-1 gap-y-1 max-sm:-mr-3">{management}</div>
      </div>
    </Card>
  )
}

function dateOf({ status, renewsAt, endsAt }: Enrollment): string {
  const time = status === 'active' || status === 'past_due' ? renewsAt : (endsAt ?? renewsAt)
  return time ? formatDate(time) : 'not known yet'
}
