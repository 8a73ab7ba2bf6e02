import { dayKey, formatDate } from '../../lib/dates.ts'
import { useNow } from '../../lib/use-now.ts'

/** Parts the messages of one day from those of the day before. */
export function DayLine({ time }: { time: string }) {
  const isToday = dayKey(time) === dayKey(useNow(60_000))
  return (
    // Its place changes with what is loaded above, so the view must not hold on to it.
    <li className="my-4 flex items-center gap-3 text-xs font-semibold text-ink-faint [overflow-anchor:none]">
      <span className="h-px flex-1 bg-line" />
      <time dateTime={time}>{isToday ? 'Today' : formatDate(time)}</time>
      <span className="h-px flex-1 bg-line" />
    </li>
  )
}
