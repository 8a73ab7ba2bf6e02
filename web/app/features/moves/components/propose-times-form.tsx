import { limits } from '@marga/contract/limits'
import type { Slot } from '@marga/contract/slots'
import { wallClock } from '@marga/contract/zoned-time'
import { Plus, X } from 'lucide-react'
import {
  type FieldArrayWithId,
  type Resolver,
  type ResolverResult,
  type UseFormReturn,
  useFieldArray,
  useForm,
} from 'react-hook-form'
import { currentTime } from '../../../lib/clock.ts'
import { timeZoneName } from '../../../lib/dates.ts'
import { useTimeZone } from '../../../lib/use-time-zone.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { FormShell } from '../../../ui/form-shell.tsx'
import { Input } from '../../../ui/input.tsx'
import { Textarea } from '../../../ui/textarea.tsx'
import { useProposeTimes } from '../mutations.ts'
import type { MoveRole } from '../queries.ts'
import {
  canAddTime,
  checkTimes,
  emptyTime,
  overlapErrors,
  type ProposalValues,
  startOf,
  type TimeErrors,
} from '../rules.ts'

type ProposeTimesFormProps = {
  of: MoveRole
  slot: Slot
  /** Who is asked. */
  otherName: string
  onProposed: () => void
}

/** One to three other times for a booked session, in the person's own zone, and a few words. */
export function ProposeTimesForm({ of: role, slot, otherName, onProposed }: ProposeTimesFormProps) {
  const timeZone = useTimeZone()
  const form = useForm<ProposalValues>({
    defaultValues: { times: [emptyTime], text: '' },
    resolver: timesResolver(slot, timeZone),
  })
  const rows = useFieldArray({ control: form.control, name: 'times' })
  const { send, isPending } = useSending({ of: role, slot, onProposed }, timeZone, form)
  const { errors } = form.formState
  return (
    <FormShell
      onSubmit={form.handleSubmit(send)}
      error={errors.root?.message ?? null}
      loading={isPending}
      isReady
      submitLabel={rows.fields.length === 1 ? 'Propose this time' : 'Propose these times'}
    >
      <p className="text-sm text-ink-soft">
        {otherName} chooses one or keeps the booked time. Until then nothing changes. Times are in{' '}
        {timeZoneName(timeZone)}.
      </p>
      <div className="grid gap-4">
        {rows.fields.map((row, index) => (
          <TimeRow
            key={row.id}
            row={row}
            index={index}
            form={form}
            earliestDay={wallClock(currentTime(), timeZone).day}
            onRemove={rows.fields.length > 1 ? () => rows.remove(index) : undefined}
          />
        ))}
        {canAddTime(rows.fields) ? (
          <Button
            variant="quiet"
            size="sm"
            className="justify-self-start"
            onClick={() => rows.append(emptyTime, { focusName: `times.${rows.fields.length}.day` })}
          >
            <Plus className="size-4" aria-hidden="true" />
            Add another time
          </Button>
        ) : null}
      </div>
      <Field label={`Message to ${otherName} (optional)`} error={errors.text?.message}>
        {(control) => (
          <Textarea {...control} {...form.register('text')} rows={2} maxLength={limits.proposalTextMax} />
        )}
      </Field>
    </FormShell>
  )
}

type TimeRowProps = {
  row: FieldArrayWithId<ProposalValues, 'times'>
  index: number
  form: UseFormReturn<ProposalValues>
  earliestDay: string
  /** Absent for the only one. */
  onRemove: (() => void) | undefined
}

function TimeRow({ row, index, form, earliestDay, onRemove }: TimeRowProps) {
  const errors = form.formState.errors.times?.[index]
  const number = index + 1
  return (
    <fieldset className="grid min-w-0 grid-cols-[minmax(0,1fr)_minmax(0,1fr)_2.25rem] gap-x-3">
      <legend className="sr-only">Time {number}</legend>
      <Field label={`Day ${number}`} error={errors?.day?.message} isRequired>
        {(control) => (
          <Input {...control} {...form.register(`times.${index}.day`)} type="date" min={earliestDay} />
        )}
      </Field>
      <Field label={`Start ${number}`} error={errors?.time?.message} isRequired>
        {(control) => <Input {...control} {...form.register(`times.${index}.time`)} type="time" step={900} />}
      </Field>
      {onRemove ? (
        <Button
          key={row.id}
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

/** Each row's own complaint under its own field. */
function timesResolver({ start }: Slot, timeZone: string): Resolver<ProposalValues> {
  return (values): ResolverResult<ProposalValues> => {
    const found = checkTimes(values.times, { timeZone, now: currentTime(), bookedStart: start })
    if (found.every((row) => Object.keys(row).length === 0)) return { values, errors: {} }
    const rule = (message: string | undefined) => (message ? { type: 'rule', message } : undefined)
    return {
      values: {},
      errors: { times: found.map(({ day, time }) => ({ day: rule(day), time: rule(time) })) },
    }
  }
}

type SendingOptions = Pick<ProposeTimesFormProps, 'of' | 'slot' | 'onProposed'>

function useSending(
  { of: role, slot, onProposed }: SendingOptions,
  timeZone: string,
  form: UseFormReturn<ProposalValues>,
) {
  const propose = useProposeTimes(role)
  const showErrors = (found: TimeErrors[]) => {
    for (const [index, { time }] of found.entries())
      if (time) form.setError(`times.${index}.time`, { message: time })
  }
  const send = ({ times, text }: ProposalValues) => {
    const starts = times.map((row) => startOf(row, timeZone)!)
    propose.mutate(
      { slotId: slot._id, starts, text: text.trim() || undefined },
      {
        onSuccess: onProposed,
        onError: (error) => {
          const found = overlapErrors(error, times, timeZone)
          if (found.some(({ time }) => time)) return showErrors(found)
          if (error.name !== 'AbortError') form.setError('root', { message: error.message })
        },
      },
    )
  }
  return { send, isPending: propose.isPending }
}
