import type { Slot } from '@marga/contract/slots'
import type { Day } from '@marga/contract/wall-clock'
import { noonOf } from '@marga/contract/zoned-time'
import { formatDate, formatShortDay } from '../../../lib/dates.ts'
import { cn } from '../../../ui/cn.ts'
import { blocksOfDay } from '../rules.ts'

type DayStripProps = {
  days: readonly Day[]
  chosen: Day
  today: Day
  slots: readonly Slot[]
  timeZone: string
  onChoose: (day: Day) => void
}

/** The week of the shown day: one tap from day to day, with a mark where something is. */
export function DayStrip({ days, chosen, today, slots, timeZone, onChoose }: DayStripProps) {
  return (
    <div className="mb-3 grid grid-cols-7 gap-1">
      {days.map((day) => {
        const [weekday, number] = formatShortDay(noonOf(day), 'UTC').split(' ')
        const count = blocksOfDay(slots, day, timeZone).length
        return (
          <button
            key={day}
            type="button"
            aria-pressed={day === chosen}
            aria-label={`${formatDate(noonOf(day), 'UTC')}, ${count} ${count === 1 ? 'slot' : 'slots'}`}
            onClick={() => onChoose(day)}
            className={cn(
              'grid min-h-14 content-center justify-items-center rounded-md border border-transparent text-xs text-ink-soft hover:bg-sunken',
              day === today && 'border-line-strong',
              day === chosen && 'bg-accent text-on-accent hover:bg-accent-hover',
            )}
          >
            {weekday}
            <span className="font-display text-lg leading-tight font-semibold">{number}</span>
            <span
              className={cn('mt-0.5 size-1.5 rounded-full', count > 0 ? 'bg-current' : 'bg-transparent')}
            />
          </button>
        )
      })}
    </div>
  )
}
