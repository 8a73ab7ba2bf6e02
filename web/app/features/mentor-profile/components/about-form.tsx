import { limits } from '@marga/contract/limits'
import type { OwnMentorProfile } from '@marga/contract/mentors'
import { type FieldErrors, type UseFormRegister, useForm } from 'react-hook-form'
import { ApiError } from '../../../lib/api-client.ts'
import { useUnsaved } from '../../../lib/unsaved.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { FormShell } from '../../../ui/form-shell.tsx'
import { Input } from '../../../ui/input.tsx'
import { Select } from '../../../ui/select.tsx'
import { Textarea } from '../../../ui/textarea.tsx'
import {
  type AboutField,
  type AboutValues,
  aboutChanges,
  aboutValues,
  checkChanges,
  type ProfileChanges,
  timeZoneChoices,
} from '../rules.ts'

type AboutFormProps = {
  profile: OwnMentorProfile
  onSave: (changes: ProfileChanges) => Promise<unknown>
  onClose: () => void
}

/** The fields of the profile, as text. Closes when they are saved. */
export function AboutForm({ profile, onSave, onClose }: AboutFormProps) {
  const { register, handleSubmit, setError, formState } = useForm<AboutValues>({
    defaultValues: aboutValues(profile),
  })
  useUnsaved(formState.isDirty)
  const complain = (complaints: Record<string, string>) => {
    for (const [path, message] of Object.entries(complaints)) {
      setError(path.split('.')[0] as AboutField, { message }, { shouldFocus: true })
    }
  }
  const submit = handleSubmit(async (values) => {
    const changes = aboutChanges(values, profile)
    const complaints = await checkChanges(changes)
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
      <PersonFields register={register} errors={formState.errors} />
      <WorkFields register={register} errors={formState.errors} />
      <PlaceFields register={register} errors={formState.errors} timeZone={profile.timeZone} />
    </FormShell>
  )
}

type PartProps = { register: UseFormRegister<AboutValues>; errors: FieldErrors<AboutValues> }

function PersonFields({ register, errors }: PartProps) {
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <Field label="First name" error={errors.firstName?.message} isRequired>
        {(field) => <Input {...field} {...register('firstName')} autoComplete="given-name" />}
      </Field>
      <Field label="Last name" error={errors.lastName?.message} isRequired>
        {(field) => <Input {...field} {...register('lastName')} autoComplete="family-name" />}
      </Field>
      <Field label="Phone number" error={errors.phone?.message} hint="Seen by moderators only." isRequired>
        {(field) => <Input {...field} {...register('phone')} type="tel" autoComplete="tel" />}
      </Field>
      <Field label="Location" error={errors.location?.message}>
        {(field) => <Input {...field} {...register('location')} autoComplete="address-level2" />}
      </Field>
      <Field label="Job title" error={errors.jobTitle?.message} isRequired>
        {(field) => <Input {...field} {...register('jobTitle')} autoComplete="organization-title" />}
      </Field>
      <Field label="Organisation" error={errors.firmName?.message} isRequired>
        {(field) => <Input {...field} {...register('firmName')} autoComplete="organization" />}
      </Field>
    </div>
  )
}

function WorkFields({ register, errors }: PartProps) {
  return (
    <>
      <Field
        label="Headline"
        error={errors.shortBio?.message}
        hint={`Shown on your card in search. At most ${limits.shortBioMax} characters.`}
      >
        {(field) => <Input {...field} {...register('shortBio')} />}
      </Field>
      <Field label="Bio" error={errors.bio?.message} isRequired>
        {(field) => <Textarea {...field} {...register('bio')} rows={9} />}
      </Field>
      <Field label="Education" error={errors.educationalQualification?.message} isRequired>
        {(field) => <Input {...field} {...register('educationalQualification')} />}
      </Field>
      <Field label="Languages" error={errors.languages?.message} hint="Separate them with commas.">
        {(field) => <Input {...field} {...register('languages')} autoComplete="off" />}
      </Field>
    </>
  )
}

function PlaceFields({ register, errors, timeZone }: PartProps & { timeZone: string }) {
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <Field label="Website" error={errors.website?.message}>
        {(field) => <Input {...field} {...register('website')} type="url" placeholder="https://" />}
      </Field>
      <Field label="LinkedIn" error={errors.linkedInUrl?.message}>
        {(field) => <Input {...field} {...register('linkedInUrl')} type="url" placeholder="https://" />}
      </Field>
      <Field label="Twitter" error={errors.twitterUrl?.message}>
        {(field) => <Input {...field} {...register('twitterUrl')} type="url" placeholder="https://" />}
      </Field>
      <Field
        label="Time zone"
        error={errors.timeZone?.message}
        hint="Your calendar and weekly times follow it."
      >
        {(field) => (
          <Select
            {...field}
            {...register('timeZone')}
            options={timeZoneChoices(timeZone).map((value) => ({ value, label: value.replaceAll('_', ' ') }))}
          />
        )}
      </Field>
    </div>
  )
}
