import type { MenteeProfile } from '@marga/contract/account-settings'
import { type FieldErrors, type UseFormRegister, useForm, useWatch } from 'react-hook-form'
import { ApiError } from '../../../lib/api-client.ts'
import { browserTimeZone } from '../../../lib/dates.ts'
import { useUnsaved } from '../../../lib/unsaved.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { FormShell } from '../../../ui/form-shell.tsx'
import { Input } from '../../../ui/input.tsx'
import { Select } from '../../../ui/select.tsx'
import { Textarea } from '../../../ui/textarea.tsx'
import {
  checkMenteeChanges,
  type MenteeChanges,
  type MenteeValues,
  menteeChanges,
  menteeValues,
  timeZones,
} from '../rules.ts'
import { InterestsField } from './interests-field.tsx'

type MenteeFormProps = {
  profile: MenteeProfile
  onSave: (changes: MenteeChanges) => Promise<unknown>
  onClose: () => void
}

/** The fields of a mentee's profile. Closes when they are saved. */
export function MenteeForm({ profile, onSave, onClose }: MenteeFormProps) {
  const { register, handleSubmit, setError, setValue, control, formState } = useForm<MenteeValues>({
    defaultValues: menteeValues(profile, browserTimeZone()),
  })
  const { errors } = formState
  const [interests, newInterests] = useWatch({ control, name: ['interests', 'newInterests'] })
  useUnsaved(formState.isDirty)
  const complain = (complaints: Record<string, string>) => {
    for (const [path, message] of Object.entries(complaints)) {
      setError(path.split('.')[0] as keyof MenteeValues, { message }, { shouldFocus: true })
    }
  }
  const submit = handleSubmit(async (values) => {
    const changes = menteeChanges(values, profile)
    const complaints = await checkMenteeChanges(changes)
    if (Object.keys(complaints).length > 0) return complain(complaints)
    if (Object.keys(changes).length === 0) return onClose()
    try {
      await onSave(changes)
      onClose()
    } catch (error) {
      if (error instanceof ApiError) complain(error.fields)
    }
  })
  return (
    <FormShell
      onSubmit={submit}
      error={null}
      loading={formState.isSubmitting}
      isReady
      submitLabel="Save profile"
      footer={
        <Button variant="quiet" onClick={onClose}>
          Close without saving
        </Button>
      }
    >
      <PersonFields register={register} errors={errors} profile={profile} />
      <Field
        label="About"
        error={errors.about?.message}
        hint="Where you are now and where you want to get to. Your mentors can read this."
      >
        {(field) => <Textarea {...field} {...register('about')} rows={6} maxLength={2000} />}
      </Field>
      <InterestsField
        interests={interests}
        text={newInterests}
        onType={(text) => setValue('newInterests', text)}
        error={errors.interests?.message}
        onChange={(next) => setValue('interests', next, { shouldDirty: true })}
      />
    </FormShell>
  )
}

type PersonFieldsProps = {
  register: UseFormRegister<MenteeValues>
  errors: FieldErrors<MenteeValues>
  profile: MenteeProfile
}

function PersonFields({ register, errors, profile }: PersonFieldsProps) {
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <Field label="First name" error={errors.firstName?.message} isRequired>
        {(field) => <Input {...field} {...register('firstName')} autoComplete="given-name" />}
      </Field>
      <Field label="Last name" error={errors.lastName?.message} isRequired>
        {(field) => <Input {...field} {...register('lastName')} autoComplete="family-name" />}
      </Field>
      <Field label="Phone number" error={errors.phone?.message} hint="Never shown to others." isRequired>
        {(field) => <Input {...field} {...register('phone')} type="tel" autoComplete="tel" />}
      </Field>
      <Field
        label="Time zone"
        error={errors.timeZone?.message}
        hint="Used for all times on your pages and in your emails."
      >
        {(field) => (
          <Select
            {...field}
            {...register('timeZone')}
            options={timeZones(menteeValues(profile, browserTimeZone()).timeZone).map((value) => ({
              value,
              label: value.replaceAll('_', ' '),
            }))}
          />
        )}
      </Field>
    </div>
  )
}
