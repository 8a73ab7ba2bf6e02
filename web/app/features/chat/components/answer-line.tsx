import type { ReactNode, RefObject } from 'react'
import { dueIcons } from '../../../components/due-words.tsx'
import type { DueState } from '../../../lib/answer-due.ts'
import { cn } from '../../../ui/cn.ts'

type AnswerLineProps = {
  /** Without it there is nothing to say, only something to do. */
  state?: DueState
  /** To whoever owes the answer: few words beside what can be done, and lateness in colour, too. */
  isOwed?: boolean
  children?: ReactNode
  action?: ReactNode
}

/** Between the messages and the field to write in: until when an answer is due, and what can be done about it. */
export function AnswerLine({ state, isOwed = false, children, action }: AnswerLineProps) {
  const Icon = state && dueIcons[state]
  return (
    <div
      className={cn(
        'flex flex-wrap items-center justify-end gap-x-3 gap-y-1.5 border-t border-line px-4 py-2 text-sm',
        isOwed && state === 'late' ? 'bg-danger-soft text-danger-ink' : 'bg-surface text-ink-soft',
      )}
    >
      {children ? (
        <p className={cn('flex min-w-0 flex-1 items-start gap-2 py-1', isOwed ? 'basis-32' : 'basis-56')}>
          {Icon ? <Icon className="mt-0.75 size-4 shrink-0" aria-hidden="true" /> : null}
          <span className="min-w-0">{children}</span>
        </p>
      ) : null}
      {action}
    </div>
  )
}

type AnswerLinePlaceProps = { place: RefObject<HTMLDivElement | null>; children: ReactNode }

/** Takes the focus of a button that has done its work and gone. */
export const AnswerLinePlace = ({ place, children }: AnswerLinePlaceProps) => (
  <div ref={place} tabIndex={-1} className="outline-none">
    {children}
  </div>
)
