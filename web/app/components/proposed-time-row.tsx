import { X } from 'lucide-react'
import type { ProposedTime, TimeErrors } from '../lib/proposed-times.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { Input } from '../ui/input.tsx'

type ProposedTimeRowProps = {
  number: number
  row: ProposedTime
  errors: TimeErrors | undefined
  earliestDay: string
  onChange: (row: ProposedTime) => void
  /** Absent for the only one. */
  onRemove: (() => void) | undefined
}

/** One of the times that are proposed: its day and its start. */
export function ProposedTimeRow(props: ProposedTimeRowProps) {
  const { number, row, errors = {}, earliestDay, onChange, onRemove } = props
  return (
    <fieldset className="grid min-w-0 grid-cols-[minmax(0,1fr)_auto] gap-3 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto]">
      <legend className="sr-only">Time {number}</legend>
      <Field label={`Day ${number}`} error={errors.day} isRequired className="max-sm:col-span-2">
        {(control) => (
          <Input
            {...control}
            type="date"
            min={earliestDay}
            value={row.day}
            onChange={(event) => onChange({ ...row, day: event.currentTarget.value })}
          />
        )}
      </Field>
      <Field
        label={`Start ${number}`}
        error={errors.time}
        isRequired
        className={onRemove ? undefined : 'max-sm:col-span-2'}
      >
        {(control) => (
          <Input
            {...control}
            type="time"
            step={900}
            value={row.time}
            onChange={(event) => onChange({ ...row, time: event.currentTarget.value })}
          />
        )}
      </Field>
      {onRemove ? (
        <Button
          variant="quiet"
          size="iconSm"
          className="mt-7.5"
          aria-label={`Remove time ${number}`}
          onClick={onRemove}
        >
          <X className="size-4" aria-hidden="true" />
        </Button>
      ) : null}
    </fieldset>
  )
}
