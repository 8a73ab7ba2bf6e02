import { X } from 'lucide-react'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import type { ProposedTime, TimeErrors } from '../rules.ts'

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
    <fieldset className="flex min-w-0 items-start gap-2 sm:gap-3">
      <legend className="sr-only">Time {number}</legend>
      <Field label={`Day ${number}`} error={errors.day} isRequired className="min-w-0 flex-1">
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
      <Field label={`Start ${number}`} error={errors.time} isRequired className="min-w-0 flex-1">
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
          className="mt-7"
          aria-label={`Remove time ${number}`}
          onClick={onRemove}
        >
          <X className="size-4" aria-hidden="true" />
        </Button>
      ) : null}
    </fieldset>
  )
}
