import { Clock, ClockAlert } from 'lucide-react'
import { cn } from '../../../ui/cn.ts'
import { dueOf } from '../due-rules.ts'

const looks = {
  overdue: 'rounded-sm bg-danger-soft px-1.5 font-semibold text-danger-ink',
  soon: 'font-semibold text-ink',
  later: 'text-ink-soft',
}

/** When a case is due, by sign and words, not by colour alone. */
export function DueBadge({ dueAt, now }: { dueAt: string; now: Date }) {
  const { state, text } = dueOf(dueAt, now)
  const Icon = state === 'overdue' ? ClockAlert : Clock
  return (
    <time
      dateTime={dueAt}
      className={cn('inline-flex items-center gap-1.5 text-sm whitespace-nowrap', looks[state])}
    >
      <Icon className="size-3.5 shrink-0" aria-hidden="true" />
      {text}
    </time>
  )
}
