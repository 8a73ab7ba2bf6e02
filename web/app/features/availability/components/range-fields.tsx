import type { ClockRange } from '@marga/contract/availability'
import { X } from 'lucide-react'
import { useId } from 'react'
import { Button } from '../../../ui/button.tsx'
import { cn } from '../../../ui/cn.ts'
import { inputStyle } from '../../../ui/input.tsx'
import { clockLabel, endChoices, startChoices, withStart } from '../hours-rules.ts'

type RangeFieldsProps = {
  range: ClockRange
  /** Of which day, and which of its hours: "Monday", "Monday, 2". */
  of: string
  errors: { from?: string | undefined; to?: string | undefined }
  onChange: (range: ClockRange) => void
  onRemove: () => void
}

/** Hours from and to, in quarters, by the platform's own lists. */
export function RangeFields({ range, of, errors, onChange, onRemove }: RangeFieldsProps) {
  const id = useId()
  const complaint = errors.from ?? errors.to
  const describedBy = complaint ? `${id}-error` : undefined
  return (
    <div>
      <div className="grid grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)_auto] items-center gap-2">
        <TimeSelect
          label={`${of}, from`}
          value={range.from}
          choices={startChoices(range.from)}
          isInvalid={errors.from !== undefined}
          describedBy={describedBy}
          onChange={(from) => onChange(withStart(range, from))}
        />
        <span aria-hidden="true" className="text-ink-faint">
          –
        </span>
        <TimeSelect
          label={`${of}, to`}
          value={range.to}
          choices={endChoices(range)}
          isInvalid={errors.to !== undefined}
          describedBy={describedBy}
          onChange={(to) => onChange({ ...range, to })}
        />
        <Button variant="quiet" size="icon" aria-label={`Remove these hours: ${of}`} onClick={onRemove}>
          <X className="size-4.5" aria-hidden="true" />
        </Button>
      </div>
      {complaint ? (
        <p id={`${id}-error`} className="mt-1 text-sm text-danger-ink">
          {complaint}
        </p>
      ) : null}
    </div>
  )
}

type TimeSelectProps = {
  label: string
  value: string
  choices: readonly string[]
  isInvalid: boolean
  describedBy: string | undefined
  onChange: (value: string) => void
}

/** Narrower than `Select`, so that two fit beside each other on a telephone; what is refused is not under the bar. */
const TimeSelect = ({ label, value, choices, isInvalid, describedBy, onChange }: TimeSelectProps) => (
  <select
    aria-label={label}
    aria-invalid={isInvalid || undefined}
    aria-describedby={describedBy}
    value={value}
    onChange={(event) => onChange(event.currentTarget.value)}
    className={cn(inputStyle, 'h-11 scroll-my-72 px-2! tabular-nums max-sm:appearance-none')}
  >
    {choices.map((choice) => (
      <option key={choice} value={choice}>
        {clockLabel(choice)}
      </option>
    ))}
  </select>
)
