import type { DayOverride } from '@marga/contract/availability'
import { type Day, weekdayOf } from '@marga/contract/wall-clock'
import { addDays, noonOf } from '@marga/contract/zoned-time'
import { X } from 'lucide-react'
import { useRef, useState } from 'react'
import { formatShortDay } from '../../../lib/dates.ts'
import { Button } from '../../../ui/button.tsx'
import { Card, CardTitle } from '../../../ui/card.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { RadioCards } from '../../../ui/radio-cards.tsx'
import { type HoursDraft, hoursToBegin, rangesOn } from '../hours-rules.ts'
import type { ErrorAt } from '../refusal.ts'
import { DayRanges } from './day-ranges.tsx'

type SingleDaysProps = {
  draft: HoursDraft
  /** Of the hours' zone. */
  today: Day
  errorAt: ErrorAt
  onChange: (overrides: DayOverride[]) => void
}

/** Days that are not like their weekday: closed, or with hours of their own. */
export function SingleDays({ draft, today, errorAt, onChange }: SingleDaysProps) {
  const { overrides } = draft
  const parts = useRef<HTMLDivElement>(null)
  const changeOne = (place: number, changed: DayOverride) => onChange(overrides.toSpliced(place, 1, changed))
  const hoursOn = (date: Day) => {
    const usual = rangesOn(draft.weekly, weekdayOf(date)).map(({ from, to }) => ({ from, to }))
    return usual.length > 0 ? usual : hoursToBegin(draft.weekly)
  }
  return (
    <Card ref={parts} className="grid grid-cols-1 gap-5">
      <div>
        <CardTitle>Single days</CardTitle>
        <p className="mt-1 text-sm text-ink-soft">
          Close one day, or give it other hours than its weekday. For longer, announce time away.
        </p>
      </div>
      {errorAt('overrides') ? <p className="text-sm text-danger-ink">{errorAt('overrides')}</p> : null}
      {overrides.length > 0 ? (
        <ul aria-label="Single days" className="divide-y divide-line border-y border-line">
          {overrides.map((override, place) => (
            <li key={override.date} className="py-4">
              <SingleDay
                override={override}
                place={place}
                errorAt={errorAt}
                usualHours={() => hoursOn(override.date)}
                onChange={(changed) => changeOne(place, changed)}
                onRemove={() => {
                  // The button goes with its day.
                  parts.current?.querySelector<HTMLElement>('input[type="date"]')?.focus()
                  onChange(overrides.toSpliced(place, 1))
                }}
              />
            </li>
          ))}
        </ul>
      ) : null}
      <AddDay
        today={today}
        taken={overrides.map(({ date }) => date)}
        onAdd={(date) =>
          onChange(
            [...overrides, { date, ranges: [] }].sort((one, other) => one.date.localeCompare(other.date)),
          )
        }
      />
    </Card>
  )
}

type SingleDayProps = {
  override: DayOverride
  place: number
  errorAt: ErrorAt
  usualHours: () => DayOverride['ranges']
  onChange: (override: DayOverride) => void
  onRemove: () => void
}

function SingleDay({ override, place, errorAt, usualHours, onChange, onRemove }: SingleDayProps) {
  const { date, ranges } = override
  const day = formatShortDay(noonOf(date), 'UTC')
  const at = `overrides.${place}`
  const complaint = errorAt(`${at}.date`) ?? errorAt(`${at}.ranges`) ?? errorAt(at)
  return (
    <div className="grid gap-3">
      <div className="flex items-center justify-between gap-3">
        <h3 className="font-sans text-base font-semibold tracking-normal">{day}</h3>
        <Button variant="quiet" size="icon" aria-label={`Remove ${day}`} onClick={onRemove}>
          <X className="size-4.5" aria-hidden="true" />
        </Button>
      </div>
      {complaint ? <p className="text-sm text-danger-ink">{complaint}</p> : null}
      <RadioCards<'closed' | 'open'>
        legend={day}
        isLegendHidden
        isRow
        name={`single-day-${date}`}
        options={[
          { value: 'closed', label: 'Closed' },
          { value: 'open', label: 'Other hours' },
        ]}
        value={ranges.length === 0 ? 'closed' : 'open'}
        onChange={(value) => onChange({ date, ranges: value === 'closed' ? [] : usualHours() })}
      />
      {ranges.length > 0 ? (
        <DayRanges
          of={day}
          ranges={ranges}
          errorsOf={(index) => ({
            from: errorAt(`${at}.ranges.${index}.from`) ?? errorAt(`${at}.ranges.${index}`),
            to: errorAt(`${at}.ranges.${index}.to`),
          })}
          onChange={(changed) => onChange({ date, ranges: changed })}
        />
      ) : null}
    </div>
  )
}

type AddDayProps = { today: Day; taken: readonly Day[]; onAdd: (date: Day) => void }

function AddDay({ today, taken, onAdd }: AddDayProps) {
  const [date, setDate] = useState('')
  const [error, setError] = useState<string | undefined>()
  const add = () => {
    const found = complaintAbout(date, today, taken)
    setError(found)
    if (found) return
    onAdd(date)
    setDate('')
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-3 sm:max-w-sm">
      <Field label="Day" error={error}>
        {(control) => (
          <Input
            {...control}
            type="date"
            min={today}
            max={addDays(today, 366)}
            value={date}
            onChange={(event) => setDate(event.currentTarget.value)}
          />
        )}
      </Field>
      <Button variant="secondary" className="mt-7.5" onClick={add}>
        Add day
      </Button>
    </div>
  )
}

function complaintAbout(date: Day, today: Day, taken: readonly Day[]): string | undefined {
  if (!date) return 'Choose a day.'
  if (date < today) return 'Choose today or a later day.'
  return taken.includes(date) ? 'This day is in the list already.' : undefined
}
