import type { Slot } from '@marga/contract/slots'
import { type Day, weekdayOf } from '@marga/contract/wall-clock'
import { noonOf } from '@marga/contract/zoned-time'
import { useId } from 'react'
import type { FieldErrors, UseFormRegisterReturn } from 'react-hook-form'
import { formatShortDay, formatTimeRange } from '../../../lib/dates.ts'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import type { PublishValues } from '../publish-rules.ts'
import type { Interval } from '../rules.ts'

type RepeatFieldsProps = {
  weekdays: readonly number[]
  onWeekdaysChange: (weekdays: number[]) => void
  until: UseFormRegisterReturn<'until'>
  /** The chosen date: its own day is always one of them. */
  first: Day
  errors: FieldErrors<PublishValues>
}

/** From Monday; the numbers are the wire's, 0 is Sunday. */
const week = [
  [1, 'Mon', 'Monday'],
  [2, 'Tue', 'Tuesday'],
  [3, 'Wed', 'Wednesday'],
  [4, 'Thu', 'Thursday'],
  [5, 'Fri', 'Friday'],
  [6, 'Sat', 'Saturday'],
  [0, 'Sun', 'Sunday'],
] as const

export function RepeatFields({ weekdays, onWeekdaysChange, until, first, errors }: RepeatFieldsProps) {
  const toggle = (weekday: number) =>
    onWeekdaysChange(
      weekdays.includes(weekday) ? weekdays.filter((chosen) => chosen !== weekday) : [...weekdays, weekday],
    )
  const own = first ? weekdayOf(first) : null
  const hintId = useId()
  return (
    <div className="grid gap-4 rounded-md bg-sunken p-4">
      <fieldset className="min-w-0" aria-describedby={hintId}>
        <legend className="mb-1.5 text-sm font-semibold">Days</legend>
        <div className="grid grid-cols-7 gap-1">
          {week.map(([weekday, short, long]) => (
            <label
              key={weekday}
              className="grid min-h-11 place-items-center rounded-sm border border-line-strong bg-surface text-xs font-semibold has-checked:border-positive has-checked:bg-positive has-checked:text-on-positive has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
            >
              <input
                type="checkbox"
                aria-label={long}
                checked={weekday === own || weekdays.includes(weekday)}
                disabled={weekday === own}
                onChange={() => toggle(weekday)}
                className="sr-only"
              />
              {short}
            </label>
          ))}
        </div>
        {own === null ? null : (
          <p id={hintId} className="mt-1.5 text-sm text-ink-faint">
            From {formatShortDay(noonOf(first), 'UTC')} on, which is always included.
          </p>
        )}
      </fieldset>
      <Field label="Last day" error={errors.until?.message} isRequired>
        {(field) => <Input {...field} {...until} type="date" min={first} />}
      </Field>
    </div>
  )
}

const shownMax = 6

type RepeatPreviewProps = {
  spans: readonly Interval[]
  inARow: number
  overlaps: readonly Slot[]
  timeZone: string
}

/** Which times the form would publish, and what stands in their way. */
export function RepeatPreview({ spans, inARow, overlaps, timeZone }: RepeatPreviewProps) {
  const all = [...new Set(spans.map(({ start }) => formatShortDay(start, timeZone)))]
  const days = all.slice(0, shownMax)
  const rest = all.length - days.length
  return (
    <div aria-live="polite" className="grid gap-3 text-sm empty:hidden">
      {spans.length > 0 ? (
        <p className="text-ink-soft">
          <span className="font-semibold text-ink">
            {spans.length === 1 ? 'Once' : `${spans.length} times`}
            {inARow > 1 ? `, ${formatTimeRange(spans[0]!.start, spans[inARow - 1]!.end, timeZone)}` : ''}:
          </span>{' '}
          {days.join(', ')}
          {rest > 0 ? ` and ${rest} more` : ''}
        </p>
      ) : null}
      {overlaps.length > 0 ? (
        <p className="rounded-md bg-danger-soft px-4 py-3 text-danger-ink">
          Already in your calendar:{' '}
          {overlaps
            .slice(0, 3)
            .map(
              ({ start, end }) =>
                `${formatShortDay(start, timeZone)}, ${formatTimeRange(start, end, timeZone)}`,
            )
            .join('; ')}
          {overlaps.length > 3 ? ` and ${overlaps.length - 3} more` : ''}
        </p>
      ) : null}
    </div>
  )
}
