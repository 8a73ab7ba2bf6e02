import { limits } from '@marga/contract/limits'
import type { OwnMentorProfile } from '@marga/contract/mentors'
import { useState } from 'react'
import { type FieldErrors, type UseFormRegister, useForm } from 'react-hook-form'
import { ProfileForm } from '../../../components/profile-form.tsx'
import { saveProfile } from '../../../lib/save-profile.ts'
import { useUnsaved } from '../../../lib/unsaved.ts'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { Select } from '../../../ui/select.tsx'
import { Textarea } from '../../../ui/textarea.tsx'
import {
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
  // What the form began with: what is changed elsewhere meanwhile is not set back.
  const [before] = useState(profile)
  const { register, handleSubmit, setError, formState } = useForm<AboutValues>({
    defaultValues: aboutValues(before),
  })
  useUnsaved(formState.isDirty)
  const submit = handleSubmit((values) =>
    saveProfile({ changes: aboutChanges(values, before), check: checkChanges, onSave, onClose, setError }),
  )
  return (
    <ProfileForm onSubmit={submit} isSubmitting={formState.isSubmitting} onClose={onClose}>
      <PersonFields register={register} errors={formState.errors} />
      <WorkFields register={register} errors={formState.errors} />
      <PlaceFields register={register} errors={formState.errors} timeZone={before.timeZone} />
    </ProfileForm>
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
      <Field
        label="Organisation"
        error={errors.firmName?.message}
        hint="Moderators are told when your name, job title or organisation changes."
        isRequired
      >
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
      <Field
        label="Working in your field since"
        error={errors.workingSince?.message}
        hint="A year. Your profile says how many years that is."
      >
        {(field) => (
          <Input
            {...field}
            {...register('workingSince')}
            inputMode="numeric"
            placeholder="2012"
            className="max-w-32"
          />
        )}
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
        hint="Used for all times on your pages and in your emails. Times that you have already published do not move."
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
