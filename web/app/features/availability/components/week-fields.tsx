import type { WeeklyRange } from '@marga/contract/availability'
import { Copy } from 'lucide-react'
import { Button } from '../../../ui/button.tsx'
import { Card, CardTitle } from '../../../ui/card.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import {
  copyToWorkdays,
  hoursText,
  hoursToBegin,
  isPresetOn,
  isWorkday,
  presets,
  rangesOn,
  shortRange,
  togglePreset,
  weekdays,
  withDay,
} from '../hours-rules.ts'
import type { ErrorAt } from '../refusal.ts'
import { DayRanges } from './day-ranges.tsx'

type WeekFieldsProps = {
  weekly: readonly WeeklyRange[]
  errorAt: ErrorAt
  onChange: (weekly: WeeklyRange[]) => void
}

/** The hours of each week, with ready-made ones to begin with. */
export function WeekFields({ weekly, errorAt, onChange }: WeekFieldsProps) {
  return (
    <Card className="grid grid-cols-1 gap-5">
      <div>
        <CardTitle>Hours of each week</CardTitle>
        <p className="mt-1 text-sm text-ink-soft">
          Your open times are made from these. Booked sessions and times that you added yourself never move.
        </p>
      </div>
      <ul aria-label="Ready-made hours" className="grid gap-2 sm:grid-cols-3">
        {presets.map((preset) => (
          <li key={preset.name}>
            <button
              type="button"
              aria-pressed={isPresetOn(weekly, preset)}
              onClick={() => onChange(togglePreset(weekly, preset))}
              className="flex min-h-12 w-full items-center justify-between gap-x-3 rounded-md border border-line-strong bg-surface px-3.5 py-2 text-left hover:border-positive aria-pressed:border-positive aria-pressed:bg-positive-soft sm:flex-col sm:items-start"
            >
              <span className="font-semibold">{preset.name}</span>{' '}
              <span className="text-sm text-ink-soft tabular-nums">{shortRange(preset.range)}</span>
            </button>
          </li>
        ))}
      </ul>
      {errorAt('weekly') ? <p className="text-sm text-danger-ink">{errorAt('weekly')}</p> : null}
      <ul className="divide-y divide-line border-t border-line">
        {weekdays.map((day) => (
          <DayFields key={day.weekday} {...day} weekly={weekly} errorAt={errorAt} onChange={onChange} />
        ))}
      </ul>
    </Card>
  )
}

type DayFieldsProps = WeekFieldsProps & { weekday: number; name: string }

function DayFields({ weekday, name, weekly, errorAt, onChange }: DayFieldsProps) {
  const ranges = rangesOn(weekly, weekday)
  const isOpen = ranges.length > 0
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 py-2.5 sm:grid-cols-[11rem_minmax(0,1fr)_2.75rem] sm:items-start">
      <Checkbox
        label={name}
        note={isOpen ? hoursText(ranges) : 'Closed'}
        checked={isOpen}
        onChange={() => onChange(withDay(weekly, weekday, isOpen ? [] : hoursToBegin(weekly)))}
        className="min-h-11"
      />
      <div className="max-sm:order-3 max-sm:col-span-2">
        {isOpen ? (
          <DayRanges
            of={name}
            ranges={ranges}
            errorsOf={(place) => {
              const at = `weekly.${ranges[place]!.index}`
              return { from: errorAt(`${at}.from`) ?? errorAt(at), to: errorAt(`${at}.to`) }
            }}
            onChange={(changed) => onChange(withDay(weekly, weekday, changed))}
          />
        ) : null}
      </div>
      {isOpen && isWorkday(weekday) ? (
        <Button
          variant="quiet"
          size="icon"
          aria-label={`Copy the hours of ${name} to the other weekdays`}
          title="Copy to the other weekdays"
          onClick={() => onChange(copyToWorkdays(weekly, weekday))}
        >
          <Copy className="size-4.5" aria-hidden="true" />
        </Button>
      ) : null}
    </li>
  )
}
