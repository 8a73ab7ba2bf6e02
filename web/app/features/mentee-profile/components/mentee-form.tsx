import type { MenteeProfile } from '@marga/contract/mentee-profile'
import { useState } from 'react'
import { type FieldErrors, type UseFormRegister, useForm, useWatch } from 'react-hook-form'
import { ProfileForm } from '../../../components/profile-form.tsx'
import { browserTimeZone } from '../../../lib/dates.ts'
import { saveProfile } from '../../../lib/save-profile.ts'
import { useUnsaved } from '../../../lib/unsaved.ts'
import { Field } from '../../../ui/field.tsx'
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
  typedComplaint,
} from '../rules.ts'
import { InterestsField } from './interests-field.tsx'

type MenteeFormProps = {
  profile: MenteeProfile
  onSave: (changes: MenteeChanges) => Promise<unknown>
  onClose: () => void
}

/** The fields of a mentee's profile. Closes when they are saved. */
export function MenteeForm({ profile, onSave, onClose }: MenteeFormProps) {
  const [before] = useState(() => menteeValues(profile))
  const form = useForm<MenteeValues>({ defaultValues: before })
  const { register, handleSubmit, setError, clearErrors, setValue, control, formState } = form
  const { errors } = formState
  const [interests, newInterests] = useWatch({ control, name: ['interests', 'newInterests'] })
  useUnsaved(formState.isDirty)
  const submit = handleSubmit((values) =>
    saveProfile({
      changes: menteeChanges(values, before),
      check: async (changes) => ({ ...(await checkMenteeChanges(changes)), ...typedComplaint(values) }),
      onSave,
      onClose,
      setError,
    }),
  )
  const changeInterests = (name: 'interests' | 'newInterests', value: string[] | string) => {
    // The form's library checks no field that it does not draw: what was said about this one would stay for ever.
    clearErrors('interests')
    setValue(name, value, { shouldDirty: true })
  }
  return (
    <ProfileForm onSubmit={submit} isSubmitting={formState.isSubmitting} onClose={onClose}>
      <PersonFields register={register} errors={errors} timeZone={before.timeZone} />
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
        onType={(text) => changeInterests('newInterests', text)}
        error={errors.interests?.message}
        onChange={(next) => changeInterests('interests', next)}
      />
    </ProfileForm>
  )
}

type PersonFieldsProps = {
  register: UseFormRegister<MenteeValues>
  errors: FieldErrors<MenteeValues>
  /** Of the account; empty where it has none. */
  timeZone: string
}

function PersonFields({ register, errors, timeZone }: PersonFieldsProps) {
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <Field label="First name" error={errors.firstName?.message} isRequired>
        {(field) => <Input {...field} {...register('firstName')} autoComplete="given-name" />}
      </Field>
      <Field label="Last name" error={errors.lastName?.message} isRequired>
        {(field) => <Input {...field} {...register('lastName')} autoComplete="family-name" />}
      </Field>
      <Field label="Phone number" error={errors.phone?.message} hint="Only moderators can see it." isRequired>
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
            options={[
              // One that was chosen can be changed, and not taken back.
              ...(timeZone ? [] : [{ value: '', label: 'Same as this device' }]),
              ...timeZones(timeZone || browserTimeZone()).map((value) => ({
                value,
                label: value.replaceAll('_', ' '),
              })),
            ]}
          />
        )}
      </Field>
    </div>
  )
}
