import type { Slot } from '@marga/contract/slots'
import { type Day, wallClock } from '@marga/contract/wall-clock'
import { noonOf } from '@marga/contract/zoned-time'
import { useEffect, useRef } from 'react'
import { formatDate, formatShortDay, formatTime } from '../../../lib/dates.ts'
import { cn } from '../../../ui/cn.ts'
import { isPastHour, useCellCursor } from '../hooks/use-cell-cursor.ts'
import { useSelectTime } from '../hooks/use-select-time.ts'
import { blocksOfDay, dayMinutes, type SelectedTime } from '../rules.ts'
import { GridOverlay } from './grid-overlay.tsx'

type TimeGridProps = {
  days: readonly Day[]
  slots: readonly Slot[]
  timeZone: string
  now: Date
  /** Minutes since midnight that stand at the top when the grid appears. */
  from: number
  onSelect: (selected: SelectedTime) => void
  onOpen: (slot: Slot) => void
}

const hours = Array.from({ length: 24 }, (_, hour) => hour)
const hourText = (hour: number) => formatTime(new Date(Date.UTC(2000, 0, 1, hour)), 'UTC')

/** Days side by side, hours downwards. Draw into it, or walk with the arrow keys and press Enter. */
export function TimeGrid({ days, slots, timeZone, now, from, onSelect, onOpen }: TimeGridProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const today = wallClock(now, timeZone)
  const { body, draft, handlers } = useSelectTime(onSelect)
  const { at, setAt, onKeyDown } = useCellCursor({ days, today, body, onSelect })

  const first = useRef(from)
  useEffect(() => {
    const element = scroller.current
    if (element) element.scrollTop = (first.current / dayMinutes) * (body.current?.offsetHeight ?? 0) - 14
  }, [body])

  return (
    <div
      ref={scroller}
      className="max-h-[max(26rem,calc(100dvh-19rem))] overflow-y-auto scroll-pt-20 rounded-lg border border-line bg-surface shadow-card"
    >
      {days.length > 1 ? <DayHeads days={days} today={today.day} /> : null}
      <div className="relative">
        {/* biome-ignore lint/a11y/useSemanticElements: columns overlaid with slots are not a table */}
        <div
          ref={body}
          role="grid"
          aria-label="Calendar. Arrow keys move by hour and day, Enter publishes a time."
          onKeyDown={onKeyDown}
          className="select-none"
          {...handlers}
        >
          {hours.map((hour) => (
            <HourRow
              key={hour}
              hour={hour}
              days={days}
              focusedColumn={hour === at.hour ? at.column : null}
              isPast={(day) => isPastHour(day, hour, today)}
              onFocus={(index) => setAt({ column: index, hour })}
            />
          ))}
        </div>
        <GridOverlay
          className={columnsOf(days)}
          columns={days.map((day) => ({ day, blocks: blocksOfDay(slots, day, timeZone) }))}
          timeZone={timeZone}
          now={now}
          draft={draft}
          onOpen={onOpen}
        />
      </div>
    </div>
  )
}

type HourRowProps = {
  hour: number
  days: readonly Day[]
  /** The cell that Tab leads to, where it is in this row. */
  focusedColumn: number | null
  isPast: (day: Day) => boolean
  onFocus: (column: number) => void
}

function HourRow({ hour, days, focusedColumn, isPast, onFocus }: HourRowProps) {
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the cells take the focus
    // biome-ignore lint/a11y/useSemanticElements: as above
    <div role="row" className={cn('h-15', columnsOf(days))}>
      {/* biome-ignore lint/a11y/useFocusableInteractive: as above */}
      {/* biome-ignore lint/a11y/useSemanticElements: as above */}
      <span role="rowheader" className="relative text-right text-xs text-ink-faint">
        <span className={cn('absolute -top-2.5 right-2 whitespace-nowrap', hour === 0 && 'sr-only')}>
          {hourText(hour).replace(':00', '')}
        </span>
      </span>
      {days.map((day, index) => (
        // biome-ignore lint/a11y/useSemanticElements: as above
        <div
          key={day}
          role="gridcell"
          tabIndex={index === focusedColumn ? 0 : -1}
          data-day={day}
          data-hour={hour}
          data-past={isPast(day) || undefined}
          aria-disabled={isPast(day) || undefined}
          aria-label={`${formatDate(noonOf(day), 'UTC')}, ${hourText(hour)}`}
          onFocus={() => onFocus(index)}
          className={cn(
            'border-b border-l border-line -outline-offset-2',
            isPast(day) ? 'bg-sunken/60' : 'cursor-cell hover:bg-accent-soft/50',
          )}
        />
      ))}
    </div>
  )
}

const columnsOf = (days: readonly Day[]) =>
  days.length === 1
    ? 'grid grid-cols-[3.5rem_minmax(0,1fr)]'
    : 'grid grid-cols-[3.5rem_repeat(7,minmax(0,1fr))]'

function DayHeads({ days, today }: { days: readonly Day[]; today: Day }) {
  return (
    <div className={cn('sticky top-0 z-20 border-b border-line bg-surface', columnsOf(days))}>
      <span />
      {days.map((day) => (
        <DayHead key={day} day={day} isToday={day === today} />
      ))}
    </div>
  )
}

function DayHead({ day, isToday }: { day: Day; isToday: boolean }) {
  const [weekday, number] = formatShortDay(noonOf(day), 'UTC').split(' ')
  return (
    <span className="grid justify-items-center gap-0.5 border-l border-line py-2 text-xs text-ink-soft">
      {weekday}
      <span
        className={cn(
          'grid size-8 place-items-center rounded-full font-display text-lg leading-none font-semibold text-ink',
          isToday && 'bg-accent text-on-accent',
        )}
      >
        {number}
      </span>
      {isToday ? <span className="sr-only">today</span> : null}
    </span>
  )
}
