import type { Awaiting } from '@marga/contract/chat'
import type { MemberRole } from '@marga/contract/roles'
import { DueWords, dueIcons } from '../../../components/due-words.tsx'
import { type DueState, dueState, standstillReason } from '../../../lib/answer-due.ts'
import { formatShortMoment } from '../../../lib/dates.ts'

type RowDueProps = { awaiting: Awaiting; role: MemberRole; mentorName: string; now: Date }

/** The last line of a row in which the mentor's answer is awaited. */
export const RowDue = ({ awaiting, role, mentorName, now }: RowDueProps) => (
  <span className="mt-1 flex pr-8 text-xs">
    {role === 'mentor' ? (
      <DueWords due={awaiting} now={now} />
    ) : (
      <MenteeDueWords awaiting={awaiting} mentorName={mentorName} now={now} />
    )}
  </span>
)

/** Calmly: it is the mentor who owes the answer. */
function MenteeDueWords({ awaiting, mentorName, now }: Omit<RowDueProps, 'role'>) {
  const state = dueState(awaiting, now)
  const Icon = dueIcons[state]
  return (
    <span className="inline-flex items-start gap-1.5 text-ink-soft">
      <Icon className="mt-0.75 size-3.5 shrink-0" aria-hidden="true" />
      {menteeWords(awaiting, state, mentorName)}
    </span>
  )
}

function menteeWords({ dueAt, standstill }: Awaiting, state: DueState, mentorName: string): string {
  if (state === 'late') return 'Answer is late'
  if (state === 'running') return `Answer due by ${formatShortMoment(dueAt!)}`
  return `Paused ${standstillReason(standstill, { role: 'mentee', mentorName })}`
}
