import { limits } from '@marga/contract/limits'
import type { SlotType } from '@marga/contract/slot-states'
import type { Slot, SlotClashes } from '@marga/contract/slots'
import { addDays, clockText } from '@marga/contract/zoned-time'
import {
  type FieldErrors,
  type UseFormRegister,
  type UseFormSetError,
  type UseFormSetValue,
  useForm,
  useWatch,
} from 'react-hook-form'
import { ApiError } from '../../../lib/api-client.ts'
import { currentTime } from '../../../lib/clock.ts'
import { errorMessage } from '../../../lib/error-messages.ts'
import { Field } from '../../../ui/field.tsx'
import { FormShell } from '../../../ui/form-shell.tsx'
import { Input } from '../../../ui/input.tsx'
import { RadioCards } from '../../../ui/radio-cards.tsx'
import { Select } from '../../../ui/select.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { Textarea } from '../../../ui/textarea.tsx'
import { useConflicts } from '../hooks/use-conflicts.ts'
import { usePublishSlots } from '../mutations.ts'
import {
  checkPublish,
  expandIntervals,
  fieldOfServer,
  findOverlaps,
  type PublishValues,
  sessionLengths,
} from '../publish-rules.ts'
import { type SelectedTime, selectedHoursMax } from '../rules.ts'
import { rulesResolver } from '../rules-resolver.ts'
import { ConflictNotice, conflictsIn } from './conflict-notice.tsx'
import { RepeatFields, RepeatPreview } from './repeat-fields.tsx'

type PublishFormProps = {
  mentorId: string
  timeZone: string
  selected: SelectedTime
  slots: readonly Slot[]
  onPublished: () => void
}

const types = [
  {
    value: 'session',
    label: 'Session',
    hint: 'Up to 60 minutes; uses one of the mentee’s four monthly calls',
  },
  { value: 'intro', label: 'Intro call', hint: '20 minutes, free, once for each mentee' },
] as const

export function PublishForm({ mentorId, timeZone, selected, slots, onPublished }: PublishFormProps) {
  const resolver = rulesResolver<PublishValues>((values) =>
    checkPublish(values, { timeZone, slots, now: currentTime() }),
  )
  const { register, handleSubmit, setValue, setError, control, formState } = useForm<PublishValues>({
    defaultValues: valuesOf(selected),
    resolver,
  })
  const values = useWatch({ control }) as PublishValues
  const spans = expandIntervals(values, timeZone)
  const { errors } = formState as { errors: FieldErrors<PublishValues> }

  const { clashes, showConflicts } = useConflicts(values)

  const send = useSending({ mentorId, timeZone, onPublished, showConflicts, setError })
  /** The repetition would end before it begins. */
  const keepUntilBehind = ({ target }: { target: { value: string } }) => {
    if (target.value > values.until) setValue('until', addDays(target.value, repeatDays))
  }
  const submit = handleSubmit((form) => send(form, false))

  return (
    <FormShell
      onSubmit={submit}
      error={errors.root?.message ?? null}
      loading={formState.isSubmitting}
      isReady
      submitLabel={spans.length > 1 ? `Publish ${spans.length} times` : 'Publish'}
    >
      <RadioCards<SlotType>
        legend="Kind"
        name="type"
        options={types}
        value={values.type}
        onChange={(type) => setValue('type', type)}
      />
      <TimeFields register={register} errors={errors} type={values.type} onDayChange={keepUntilBehind} />
      <TextFields register={register} />
      <Repetition register={register} setValue={setValue} values={values} errors={errors} />
      <RepeatPreview
        spans={spans.length > 1 || values.isRepeated ? spans : []}
        inARow={values.inARow}
        overlaps={clashes ? [] : findOverlaps(spans, slots)}
        timeZone={timeZone}
      />
      {clashes ? (
        <ConflictNotice
          found={clashes}
          timeZone={timeZone}
          rest="publish the rest"
          hasRest={spans.length > clashes.clashes.length}
          onSkip={handleSubmit((form) => send(form, true))}
        />
      ) : null}
    </FormShell>
  )
}

type SendingOptions = Pick<PublishFormProps, 'mentorId' | 'timeZone' | 'onPublished'> & {
  showConflicts: (found: SlotClashes) => void
  setError: UseFormSetError<PublishValues>
}

/** Publishes, and shows what the server rejects where it belongs: conflicts, fields, or the form as a whole. */
function useSending({ mentorId, timeZone, onPublished, showConflicts, setError }: SendingOptions) {
  const publish = usePublishSlots(mentorId, timeZone)
  return async (form: PublishValues, skipClashes: boolean) => {
    try {
      await publish.mutateAsync({ values: form, skipClashes })
      onPublished()
    } catch (error) {
      const found = conflictsIn(error)
      if (form.isRepeated && found) return showConflicts(found)
      const fields = error instanceof ApiError ? Object.entries(error.fields) : []
      for (const [path, message] of fields) {
        if (fieldOfServer[path]) setError(fieldOfServer[path], { message })
      }
      const isRefused = error instanceof ApiError && error.status === 400
      if (isRefused && !fields.some(([path]) => fieldOfServer[path])) {
        setError('root', { message: errorMessage('publishSlot', error) })
      }
    }
  }
}

type TimeFieldsProps = {
  register: UseFormRegister<PublishValues>
  errors: FieldErrors<PublishValues>
  type: SlotType
  onDayChange: (event: { target: { value: string } }) => void
}

function TimeFields({ register, errors, type, onDayChange }: TimeFieldsProps) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label="Date" error={errors.day?.message} isRequired>
        {(field) => <Input {...field} {...register('day', { onChange: onDayChange })} type="date" />}
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
              options={sessionLengths.map((minutes) => ({
                value: String(minutes),
                label: `${minutes} minutes`,
              }))}
            />
          )
        }
      </Field>
      <Field label="One after the other">
        {(field) => (
          <Select
            {...field}
            {...register('inARow', { valueAsNumber: true })}
            options={Array.from({ length: selectedHoursMax }, (_, index) => ({
              value: String(index + 1),
              label: index === 0 ? 'Only one' : `${index + 1} in a row`,
            }))}
          />
        )}
      </Field>
    </div>
  )
}

function TextFields({ register }: Pick<TimeFieldsProps, 'register'>) {
  return (
    <>
      <Field label="What it is for (optional)" hint="Such as “Code review” or “Mock interview”.">
        {(field) => <Input {...field} {...register('mentorPreferences')} maxLength={limits.slotTitleMax} />}
      </Field>
      <Field label="Description (optional)">
        {(field) => (
          <Textarea {...field} {...register('description')} rows={2} maxLength={limits.slotDescriptionMax} />
        )}
      </Field>
    </>
  )
}

type RepetitionProps = Pick<TimeFieldsProps, 'register' | 'errors'> & {
  setValue: UseFormSetValue<PublishValues>
  values: PublishValues
}

function Repetition({ register, setValue, values, errors }: RepetitionProps) {
  return (
    <>
      <Switch
        label="Repeat every week"
        hint="On the days you choose, at the same local time"
        isOn={values.isRepeated}
        onChange={(isOn) => setValue('isRepeated', isOn)}
      />
      {values.isRepeated ? (
        <RepeatFields
          weekdays={values.weekdays}
          onWeekdaysChange={(weekdays) => setValue('weekdays', weekdays)}
          errors={errors}
          until={register('until')}
          first={values.day}
        />
      ) : null}
    </>
  )
}

const repeatDays = 28

/** What was selected, as the form begins: once, with a repetition of four weeks at hand. */
function valuesOf({ day, start, end }: SelectedTime): PublishValues {
  const length = end - start
  return {
    type: 'session',
    day,
    time: clockText(start),
    minutes: sessionLengths.find((minutes) => minutes >= length) ?? limits.sessionMinutes,
    inARow: Math.max(1, Math.floor(length / limits.sessionMinutes)),
    mentorPreferences: '',
    description: '',
    isRepeated: false,
    weekdays: [],
    until: addDays(day, repeatDays),
  }
}
