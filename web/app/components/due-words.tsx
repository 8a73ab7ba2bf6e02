import { CirclePause, Clock, ClockAlert } from 'lucide-react'
import { type Due, dueState, mentorDueWords } from '../lib/answer-due.ts'
import { cn } from '../ui/cn.ts'

export const dueIcons = { late: ClockAlert, paused: CirclePause, running: Clock } as const

type DueWordsProps = { due: Due; now: Date; className?: string }

/** To the mentor: how long is left for an answer, or since when it is late; by sign and words, not by colour alone. */
export function DueWords({ due, now, className }: DueWordsProps) {
  const state = dueState(due, now)
  const Icon = dueIcons[state]
  const { headline, rest } = mentorDueWords(due, now)
  return (
    <span
      className={cn(
        'inline-flex items-start gap-1.5',
        state === 'late' ? 'rounded-sm bg-danger-soft px-1.5 font-semibold text-danger-ink' : 'text-ink-soft',
        className,
      )}
    >
      <Icon className="mt-0.75 size-3.5 shrink-0" aria-hidden="true" />
      <span>
        <span className={cn('font-bold', state !== 'late' && 'text-ink')}>{headline}</span>
        {rest}
      </span>
    </span>
  )
}
