import type { Slot } from '@marga/contract/slots'
import { useState } from 'react'
import { dayKey, formatShortDay, formatShortMoment, formatTime, timeZoneName } from '../../../lib/dates.ts'
import { pluralize } from '../../../lib/pluralize.ts'
import { Field } from '../../../ui/field.tsx'
import { FormShell } from '../../../ui/form-shell.tsx'
import { Select } from '../../../ui/select.tsx'
import { groupByDay } from '../rules.ts'

type MoveToOpenTimeFormProps = {
  /** By start; not empty. */
  open: readonly Slot[]
  isMoving: boolean
  failure: Error | null
  onMove: (toSlotId: string) => void
}

/** A day and one of its open times; what is refused shows above the button, and another can be tried. */
export function MoveToOpenTimeForm({ open, isMoving, failure, onMove }: MoveToOpenTimeFormProps) {
  const days = groupByDay(open)
  const [chosenDay, setChosenDay] = useState<string | null>(null)
  const [chosenId, setChosenId] = useState<string | null>(null)
  // What was chosen may have been taken since.
  const day = chosenDay && days.has(chosenDay) ? chosenDay : dayKey(open[0]!.start)
  const ofDay = days.get(day)!
  const chosen = ofDay.find(({ _id }) => _id === chosenId)
  const refusal = failure && failure.name !== 'AbortError' ? failure.message : null
  const [isMissing, setIsMissing] = useState(false)
  return (
    <FormShell
      onSubmit={(event) => {
        event.preventDefault()
        setIsMissing(!chosen)
        if (chosen) onMove(chosen._id)
      }}
      error={isMissing && !chosen ? 'Choose a time.' : refusal}
      loading={isMoving}
      isReady
      submitLabel={chosen ? `Move to ${formatShortMoment(chosen.start)}` : 'Move the session'}
    >
      <Field label="Day">
        {(control) => (
          <Select
            {...control}
            value={day}
            onChange={(event) => setChosenDay(event.currentTarget.value)}
            options={[...days].map(([key, slots]) => ({
              value: key,
              label: `${formatShortDay(slots[0]!.start)} (${pluralize(slots.length, 'open time')})`,
            }))}
          />
        )}
      </Field>
      <TimeChoice slots={ofDay} chosenId={chosen?._id} onChoose={setChosenId} />
    </FormShell>
  )
}

type TimeChoiceProps = {
  slots: readonly Slot[]
  chosenId: string | undefined
  onChoose: (slotId: string) => void
}

const TimeChoice = ({ slots, chosenId, onChoose }: TimeChoiceProps) => (
  <fieldset className="min-w-0">
    <legend className="mb-1.5 text-sm font-semibold">Time</legend>
    <div className="flex flex-wrap gap-2">
      {slots.map(({ _id, start }) => (
        <label
          key={_id}
          className="grid min-h-11 min-w-24 place-items-center rounded-md border border-line-strong bg-surface px-4 font-semibold tabular-nums hover:border-positive has-checked:border-positive has-checked:bg-positive-soft has-checked:text-positive-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
        >
          <input
            type="radio"
            name="time"
            value={_id}
            checked={_id === chosenId}
            onChange={() => onChoose(_id)}
            className="sr-only"
          />
          {formatTime(start)}
        </label>
      ))}
    </div>
    <p className="mt-2 text-sm text-ink-faint">Times in {timeZoneName(undefined, slots[0]?.start)}</p>
  </fieldset>
)
