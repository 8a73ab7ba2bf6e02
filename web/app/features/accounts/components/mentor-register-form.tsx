import { api } from '@marga/contract/api'
import type { MentorRegistration } from '@marga/contract/mentors'
import { useEffect, useState } from 'react'
import { type FieldErrors, type UseFormRegister, useForm } from 'react-hook-form'
import { sendRequest } from '../../../lib/api-client.ts'
import { errorMessage } from '../../../lib/error-messages.ts'
import { useUnsaved } from '../../../lib/unsaved.ts'
import { resolverOf } from '../../../lib/validation.ts'
import { Field } from '../../../ui/field.tsx'
import { FormShell } from '../../../ui/form-shell.tsx'
import { Input } from '../../../ui/input.tsx'
import { Textarea } from '../../../ui/textarea.tsx'
import type { ApplicationValues, PersonValues } from '../registration-values.ts'
import { type ApplicationOutcome, outcomeOfError, showFieldErrors } from '../rules.ts'
import { ConsentLine } from './consent-line.tsx'
import { NewPasswordFields, PersonFields } from './person-fields.tsx'
import { SkillsField } from './skills-field.tsx'

const resolver = resolverOf<ApplicationValues, MentorRegistration>(
  async () => (await import('@marga/contract/mentors')).mentorRegistration,
)

type MentorRegisterFormProps = {
  /** Of the mailed link, by which somebody who was refused applies again. */
  token?: string | undefined
  onOutcome: (outcome: ApplicationOutcome) => void
}

/** The application of a mentor. */
export function MentorRegisterForm({ token, onOutcome }: MentorRegisterFormProps) {
  const form = useForm<ApplicationValues, unknown, MentorRegistration>({ resolver })
  const { register, handleSubmit, setError, control, formState, getValues } = form
  const [earlySkills, setEarlySkills] = useState('')
  useEffect(() => setEarlySkills(getValues('expertise') ?? ''), [getValues])
  const { errors, isDirty } = formState
  const [isSent, setIsSent] = useState(false)
  useUnsaved(isDirty && !isSent)
  const end = (outcome: ApplicationOutcome) => {
    // Both lead on by themselves.
    setIsSent(outcome !== 'stay')
    onOutcome(outcome)
  }

  const submit = handleSubmit(async (body) => {
    // What an earlier sending led to is over: the page waits for this one.
    onOutcome('stay')
    try {
      await sendRequest(api.mentors.register, { body: token ? { ...body, token } : body })
      end('submitted')
    } catch (error) {
      const outcome = outcomeOfError(error)
      if (outcome !== 'submitted') {
        showFieldErrors(error, setError)
        setError('root', { message: errorMessage('mentorSignUp', error) })
      }
      end(outcome)
    }
  })

  return (
    <FormShell
      onSubmit={submit}
      error={errors.root?.message ?? null}
      loading={formState.isSubmitting}
      isReady
      submitLabel={token ? 'Apply again' : 'Create account'}
    >
      <SectionTitle>About you</SectionTitle>
      <PersonFields
        register={register as unknown as UseFormRegister<PersonValues>}
        errors={errors as FieldErrors<PersonValues>}
      />
      <SectionTitle>Your work</SectionTitle>
      <WorkFields register={register} errors={errors} />
      <SkillsField {...{ register, control, earlySkills }} error={errors.expertise?.message} />
      <SectionTitle>Where to find you (optional)</SectionTitle>
      <LinkFields register={register} errors={errors} />
      <SectionTitle>Your password</SectionTitle>
      <NewPasswordFields
        register={register as unknown as UseFormRegister<PersonValues>}
        errors={errors as FieldErrors<PersonValues>}
      />
      <ConsentLine by="applying" />
    </FormShell>
  )
}

const SectionTitle = ({ children }: { children: string }) => (
  <h2 className="border-t border-line pt-6 text-xl first:border-0 first:pt-0">{children}</h2>
)

/** An empty field is missing, not zero. */
const blankIsAbsent = (text: string) => (text === '' ? undefined : text)

type PartProps = { register: UseFormRegister<ApplicationValues>; errors: FieldErrors<ApplicationValues> }

function WorkFields({ register, errors }: PartProps) {
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="Job title" error={errors.jobTitle?.message} isRequired>
          {(control) => <Input {...control} {...register('jobTitle')} autoComplete="organization-title" />}
        </Field>
        <Field label="Organisation" error={errors.firmName?.message} isRequired>
          {(control) => <Input {...control} {...register('firmName')} autoComplete="organization" />}
        </Field>
        <Field label="Location (optional)" error={errors.location?.message}>
          {(control) => <Input {...control} {...register('location')} autoComplete="address-level2" />}
        </Field>
        <Field
          label="Hourly rate (₹)"
          error={errors.hourlyRate?.message}
          hint="Your monthly price (four calls) is four times this."
          isRequired
        >
          {(control) => (
            <Input
              {...control}
              {...register('hourlyRate', { setValueAs: blankIsAbsent })}
              inputMode="numeric"
            />
          )}
        </Field>
      </div>
      <Field
        label="Bio"
        error={errors.bio?.message}
        hint="What have you done, and who can you help? This is shown on your profile."
        isRequired
      >
        {(control) => <Textarea {...control} {...register('bio')} rows={6} />}
      </Field>
      <Field label="Education" error={errors.educationalQualification?.message} isRequired>
        {(control) => <Input {...control} {...register('educationalQualification')} />}
      </Field>
    </>
  )
}

function LinkFields({ register, errors }: PartProps) {
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <Field label="Website" error={errors.website?.message}>
        {(control) => <Input {...control} {...register('website')} type="url" placeholder="https://" />}
      </Field>
      <Field label="LinkedIn" error={errors.linkedInUrl?.message}>
        {(control) => <Input {...control} {...register('linkedInUrl')} type="url" placeholder="https://" />}
      </Field>
      <Field label="Twitter" error={errors.twitterUrl?.message}>
        {(control) => <Input {...control} {...register('twitterUrl')} type="url" placeholder="https://" />}
      </Field>
    </div>
  )
}
