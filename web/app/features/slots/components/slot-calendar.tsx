import { useState } from 'react'
import { DayPicker, type Labels, labelDayButton } from 'react-day-picker'
import { dayKey } from '../../../lib/dates.ts'
import { useTimeZone } from '../../../lib/use-time-zone.ts'
import { cn } from '../../../ui/cn.ts'

type SlotCalendarProps = {
  /** How many open hours there are on a day, by "YYYY-MM-DD". */
  openCountOf: (day: string) => number
  /** A moment of the day that is shown. */
  selected: Date
  onSelect: (day: Date) => void
  /** Now: earlier days cannot be chosen. */
  from: Date
  to: Date
}

/** A month at a time; days with open hours carry a mark, and say so to screen readers. */
export function SlotCalendar({ openCountOf, selected, onSelect, from, to }: SlotCalendarProps) {
  const timeZone = useTimeZone()
  // Where somebody turned it, until another day is shown.
  const [turned, setTurned] = useState({ at: '', month: selected })
  const shownKey = dayKey(selected, timeZone)
  const hasOpen = (date: Date) => openCountOf(dayKey(date, timeZone)) > 0
  const labelOfDay: Labels['labelDayButton'] = (date, ...rest) => {
    const count = openCountOf(dayKey(date, timeZone))
    return `${labelDayButton(date, ...rest)}, ${count === 0 ? 'no' : count} open ${count === 1 ? 'time' : 'times'}`
  }
  return (
    <DayPicker
      mode="single"
      required
      timeZone={timeZone}
      // Without it the device's clock decides, not the product's.
      today={from}
      selected={selected}
      onSelect={onSelect}
      month={turned.at === shownKey ? turned.month : selected}
      onMonthChange={(month) => setTurned({ at: shownKey, month })}
      startMonth={from}
      endMonth={to}
      weekStartsOn={1}
      disabled={{ before: from, after: to }}
      modifiers={{ hasOpen }}
      modifiersClassNames={{ hasOpen: 'has-open' }}
      labels={{ labelDayButton: labelOfDay }}
      classNames={classNames}
    />
  )
}

const arrow =
  'grid size-11 place-items-center rounded-md text-ink-soft hover:not-aria-disabled:bg-sunken aria-disabled:opacity-35'

const classNames = {
  root: 'w-full',
  months: 'relative',
  month: 'grid gap-3',
  nav: 'absolute top-0 right-0 flex gap-1',
  button_previous: arrow,
  button_next: arrow,
  chevron: 'size-5 fill-current',
  month_caption: 'flex h-11 items-center pl-1',
  caption_label: 'font-display text-xl font-semibold',
  month_grid: 'w-full table-fixed border-collapse',
  weekday: 'h-9 text-xs font-semibold text-ink-faint',
  day: 'p-0.5 text-center align-middle',
  day_button: cn(
    'relative mx-auto grid h-11 w-full max-w-14 place-items-center rounded-md text-sm tabular-nums text-ink-faint hover:not-disabled:bg-sunken disabled:opacity-45',
    '[.has-open_&]:bg-positive-soft [.has-open_&]:font-bold [.has-open_&]:text-positive-ink [.has-open_&]:hover:bg-positive-soft',
    'in-aria-selected:bg-positive-ink! in-aria-selected:font-bold in-aria-selected:text-paper!',
  ),
  today: '[&>button]:underline [&>button]:decoration-2 [&>button]:underline-offset-4',
} as const
