import type { Contest } from '@marga/contract/disputes'
import type { MemberRole } from '@marga/contract/roles'
import type { ReactNode } from 'react'
import { Badge } from '../../../ui/badge.tsx'
import { contestDeadline, contestVariantOf } from '../rules.ts'
import { AttendanceRecord } from './attendance-record.tsx'
import { Statement } from './statement.tsx'

type ContestDetailsProps = {
  contest: Contest
  of: MemberRole
  userId: string
  /** The answer, where it is this person's to give. */
  children?: ReactNode
}

/** A contest of a session as one of the two sees it: status, both words, who was there, until when. */
export function ContestDetails({ contest, of: role, userId, children }: ContestDetailsProps) {
  const { by, text, answer, decision, closedBecause, attendance, other } = contest
  const { label, tone } = contestVariantOf(contest)
  const isOwn = by === role
  const deadline = contestDeadline(contest, role)
  return (
    <section className="grid grid-cols-1 gap-3 rounded-md bg-sunken px-4 py-3.5 text-sm">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <h3 className="min-w-0 font-sans text-base font-semibold tracking-normal wrap-anywhere">
          {isOwn ? 'You contested this session' : `${other.firstName} contests this session`}
        </h3>
        <Badge tone={tone}>{label}</Badge>
      </div>
      <Statement by={isOwn ? 'You wrote' : `${other.firstName} wrote`} text={text} />
      {answer ? (
        <Statement by={isOwn ? `${other.firstName} answered` : 'You answered'} text={answer} />
      ) : null}
      <AttendanceRecord
        attendance={attendance}
        people={[{ _id: userId, firstName: 'You' }, other]}
        neither="Neither of you"
      />
      {decision ? <Statement by="The moderator decided" text={decision} /> : null}
      {closedBecause ? <p className="text-ink-soft">{closedBecause}</p> : null}
      {deadline ? <p className="text-ink-soft">{deadline}</p> : null}
      {children}
    </section>
  )
}
