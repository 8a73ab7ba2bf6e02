import type { Enrollment } from '@marga/contract/enrollments'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatDate } from '../../../lib/dates.ts'
import { enrollmentVariantAt } from '../../../lib/enrollment-status.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Card } from '../../../ui/card.tsx'
import { dateTerm } from '../rules.ts'
import { SessionCredits } from './session-credits.tsx'

type SubscribedPanelProps = { enrollment: Enrollment; manageHref: string; now: Date; children: ReactNode }

/** In the place of the offer, for those who have taken it. */
export function SubscribedPanel({ enrollment, manageHref, now, children }: SubscribedPanelProps) {
  const { status, renewsAt, endsAt } = enrollment
  const { label, tone } = enrollmentVariantAt(enrollment, now)
  const until = status === 'ending' ? (endsAt ?? renewsAt) : renewsAt
  return (
    <Card className="grid gap-5">
      <div className="flex items-start justify-between gap-3">
        <h2 className="text-xl">You are subscribed</h2>
        <Badge tone={tone}>{label}</Badge>
      </div>
      <div className="grid gap-1.5">
        <SessionCredits enrollment={enrollment} />
        {until ? (
          <p className="text-sm text-ink-soft">
            {dateTerm(enrollment, now)} {formatDate(until)}
          </p>
        ) : null}
      </div>
      <div className="grid gap-3">{children}</div>
      <Link to={manageHref} className="link text-sm">
        Manage this subscription
      </Link>
    </Card>
  )
}
