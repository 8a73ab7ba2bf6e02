import type { RefundRequest } from '@marga/contract/disputes'
import type { MemberRole } from '@marga/contract/roles'
import type { ReactNode } from 'react'
import { formatDate } from '../../../lib/dates.ts'
import { Badge } from '../../../ui/badge.tsx'
import { refundDeadline, refundHeading, refundVariantOf } from '../rules.ts'
import { Statement } from './statement.tsx'

type RefundRequestDetailsProps = {
  request: RefundRequest
  of: MemberRole
  /** The answer, where it is this person's to give. */
  children?: ReactNode
}

/** A request for a refund as one of the two sees it. */
export function RefundRequestDetails({ request, of: role, children }: RefundRequestDetailsProps) {
  const { reason, answer, decision, closedBecause, createdAt, other } = request
  const { label, tone } = refundVariantOf(request)
  const isOwn = role === 'mentee'
  const deadline = refundDeadline(request, role)
  return (
    <section className="grid grid-cols-1 gap-3 rounded-md bg-sunken px-4 py-3.5 text-sm">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <h3 className="min-w-0 font-sans text-base font-semibold tracking-normal wrap-anywhere">
          {refundHeading(request, role)}
        </h3>
        <Badge tone={tone}>{label}</Badge>
      </div>
      <Statement by={`${isOwn ? 'You' : other.firstName} wrote on ${formatDate(createdAt)}`} text={reason} />
      {answer ? (
        <Statement by={isOwn ? `${other.firstName} answered` : 'You answered'} text={answer} />
      ) : null}
      {decision ? <Statement by="The moderator decided" text={decision} /> : null}
      {closedBecause ? <p className="text-ink-soft">{closedBecause}</p> : null}
      {deadline ? <p className="text-ink-soft">{deadline}</p> : null}
      {children}
    </section>
  )
}
