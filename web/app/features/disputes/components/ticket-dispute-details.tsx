import type { TicketDispute } from '@marga/contract/disputes'
import { formatRupees } from '@marga/contract/prices'
import type { ReactNode } from 'react'
import { formatShortMoment } from '../../../lib/dates.ts'
import type { Attendee } from '../attendance.ts'
import { AttendanceRecord } from './attendance-record.tsx'
import { Statement } from './statement.tsx'

type TicketDisputeDetailsProps = {
  dispute: TicketDispute
  /** Who contested or asked, and the other. */
  raiser: Attendee
  other: Attendee
}

/** A dispute as moderators see it: what both say, and what is known. */
export function TicketDisputeDetails({ dispute, raiser, other }: TicketDisputeDetailsProps) {
  const { answer } = dispute.kind === 'contest' ? dispute.contest : dispute.refundRequest
  return (
    <section
      aria-label="The dispute"
      className="grid grid-cols-1 gap-3 rounded-md bg-sunken px-4 py-3.5 text-sm"
    >
      {dispute.kind === 'contest' ? (
        <ContestFacts dispute={dispute} people={[raiser, other]} />
      ) : (
        <Fact label="Amount">
          <strong className="text-base tabular-nums">{formatRupees(dispute.refundRequest.amount)}</strong>
        </Fact>
      )}
      {answer ? (
        <Statement by={`${other.firstName} answered`} text={answer} />
      ) : (
        <p className="text-ink-soft">{other.firstName} wrote nothing.</p>
      )}
    </section>
  )
}

type ContestFactsProps = {
  dispute: Extract<TicketDispute, { kind: 'contest' }>
  people: readonly Attendee[]
}

const ContestFacts = ({ dispute: { contest }, people }: ContestFactsProps) => (
  <>
    <Fact label="Session">
      {formatShortMoment(contest.start)}, recorded as {contest.outcome}
    </Fact>
    <Fact label="In the room">
      <AttendanceRecord attendance={contest.attendance} people={people} neither="Neither of them" />
    </Fact>
  </>
)

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="grid gap-0.5">
    <p className="text-ink-faint">{label}</p>
    <div>{children}</div>
  </div>
)
