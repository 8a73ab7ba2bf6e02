import { CalendarClock } from 'lucide-react'
import { formatShortMoment } from '../../../lib/dates.ts'
import { cn } from '../../../ui/cn.ts'
import type { FreeTime } from './free-times.tsx'

type ChosenTimeNoteProps = { start: string; times: readonly FreeTime[] }

/** What becomes of the time that was pressed on a profile, before one can book it. */
export function ChosenTimeNote({ start, times }: ChosenTimeNoteProps) {
  const isFree = times.some((time) => time.start === start)
  return (
    <p
      role="status"
      className={cn(
        'flex gap-3 rounded-md px-4 py-3 text-sm',
        isFree ? 'bg-positive-soft text-positive-ink' : 'bg-accent-soft text-accent-ink',
      )}
    >
      <CalendarClock className="mt-0.5 size-5 shrink-0" aria-hidden="true" />
      <span>
        <strong className="block">{formatShortMoment(start)}</strong>
        {isFree
          ? 'Subscribe, and you can book this time right away. It is not held until then.'
          : 'This time is not free. Choose another below.'}
      </span>
    </p>
  )
}
