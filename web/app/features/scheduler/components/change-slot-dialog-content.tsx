import { limits } from '@marga/contract/limits'
import type { SlotType } from '@marga/contract/slot-states'
import type { Slot, SlotClashes } from '@marga/contract/slots'
import {
  type FieldErrors,
  type UseFormRegister,
  type UseFormSetError,
  useForm,
  useWatch,
} from 'react-hook-form'
import { ApiError } from '../../../lib/api-client.ts'
import { currentTime } from '../../../lib/clock.ts'
import { timeZoneName } from '../../../lib/dates.ts'
import { errorMessage } from '../../../lib/error-messages.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { FormShell } from '../../../ui/form-shell.tsx'
import { Input } from '../../../ui/input.tsx'
import { Select } from '../../../ui/select.tsx'
import { Textarea } from '../../../ui/textarea.tsx'
import { type ChangeValues, changeValuesOf, checkChange } from '../change-rules.ts'
import { useConflicts } from '../hooks/use-conflicts.ts'
import { useChangeSlot } from '../mutations.ts'
import { sessionLengths } from '../publish-rules.ts'
import { rulesResolver } from '../rules-resolver.ts'
import { ConflictNotice, conflictsIn } from './conflict-notice.tsx'
import { SeriesScope } from './series-scope.tsx'

type ChangeSlotDialogProps = {
  isOpen: boolean
  slot: Slot
  timeZone: string
  onClose: () => void
  onChanged: () => void
}

/** What `ChangeSlotDialog` shows. */
export function ChangeSlotDialogContent({
  isOpen,
  slot,
  timeZone,
  onClose,
  onChanged,
}: ChangeSlotDialogProps) {
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={(willBeOpen) => !willBeOpen && onClose()}
      title="Change this time"
      description={`Times are in your zone: ${timeZoneName(timeZone, slot.start)}.`}
    >
      <ChangeSlotForm slot={slot} timeZone={timeZone} onChanged={onChanged} />
    </Dialog>
  )
}

function ChangeSlotForm({ slot, timeZone, onChanged }: Omit<ChangeSlotDialogProps, 'isOpen' | 'onClose'>) {
  const before = changeValuesOf(slot, timeZone)
  const resolver = rulesResolver<ChangeValues>((values) => {
    const isMoved = values.day !== before.day || values.time !== before.time
    return isMoved ? checkChange(values, { timeZone, now: currentTime() }) : {}
  })
  const { register, handleSubmit, setValue, setError, control, formState } = useForm<ChangeValues>({
    defaultValues: before,
    resolver,
  })
  const values = useWatch({ control }) as ChangeValues
  const { errors } = formState as { errors: FieldErrors<ChangeValues> }
  const { clashes, showConflicts } = useConflicts(values)

  const send = useSending({ slot, timeZone, onChanged, showConflicts, setError })

  return (
    <FormShell
      onSubmit={handleSubmit((form) => send(form, false))}
      error={errors.root?.message ?? null}
      loading={formState.isSubmitting}
      isReady
      submitLabel={values.scope === 'following' ? 'Save for all of them' : 'Save'}
    >
      {slot.seriesId ? (
        <SeriesScope value={values.scope} onChange={(scope) => setValue('scope', scope)} />
      ) : null}
      <TimeFields register={register} errors={errors} type={slot.type} minutesBefore={before.minutes} />
      <Field label="What it is for (optional)">
        {(field) => <Input {...field} {...register('mentorPreferences')} maxLength={limits.slotTitleMax} />}
      </Field>
      <Field label="Description (optional)">
        {(field) => (
          <Textarea {...field} {...register('description')} rows={2} maxLength={limits.slotDescriptionMax} />
        )}
      </Field>
      {clashes ? (
        <ConflictNotice
          found={clashes}
          timeZone={timeZone}
          rest="move the rest"
          hasRest
          onSkip={handleSubmit((form) => send(form, true))}
        />
      ) : null}
    </FormShell>
  )
}

type SendingOptions = Pick<ChangeSlotDialogProps, 'slot' | 'timeZone' | 'onChanged'> & {
  showConflicts: (found: SlotClashes) => void
  setError: UseFormSetError<ChangeValues>
}

/** Changes the slot, and shows what the server rejects: conflicts of a series, or the form as a whole. */
function useSending({ slot, timeZone, onChanged, showConflicts, setError }: SendingOptions) {
  const change = useChangeSlot(slot, timeZone)
  return async (form: ChangeValues, skipClashes: boolean) => {
    try {
      await change.mutateAsync({ values: form, skipClashes })
      onChanged()
    } catch (error) {
      const found = conflictsIn(error)
      if (form.scope === 'following' && found) return showConflicts(found)
      if (error instanceof ApiError && error.status === 400) {
        setError('root', { message: errorMessage('publishSlot', error) })
      }
    }
  }
}

type TimeFieldsProps = {
  register: UseFormRegister<ChangeValues>
  errors: FieldErrors<ChangeValues>
  type: SlotType
  minutesBefore: number
}

function TimeFields({ register, errors, type, minutesBefore }: TimeFieldsProps) {
  const lengths = [...new Set([...sessionLengths, minutesBefore])].sort((a, b) => a - b)
  return (
    <div className="grid gap-4 sm:grid-cols-3">
      <Field label="Date" error={errors.day?.message} isRequired>
        {(field) => <Input {...field} {...register('day')} type="date" />}
      </Field>
      <Field label="Start" error={errors.time?.message} isRequired>
        {(field) => <Input {...field} {...register('time')} type="time" step={900} />}
      </Field>
      <Field label="Length" error={errors.minutes?.message}>
        {(field) =>
          type === 'intro' ? (
            <Input {...field} value={`${limits.introMinutes} minutes`} readOnly />
          ) : (
            <Select
              {...field}
              {...register('minutes', { valueAsNumber: true })}
              options={lengths.map((minutes) => ({ value: String(minutes), label: `${minutes} minutes` }))}
            />
          )
        }
      </Field>
    </div>
  )
}
