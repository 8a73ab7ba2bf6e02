import type { FieldErrors, UseFormRegister } from 'react-hook-form'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { PasswordInput } from '../../../ui/password-input.tsx'
import type { PersonValues } from '../registration-values.ts'

type PersonFieldsProps = {
  register: UseFormRegister<PersonValues>
  errors: FieldErrors<PersonValues>
}

/** The fields that both registrations share, but the passwords. */
export function PersonFields({ register, errors }: PersonFieldsProps) {
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="First name" error={errors.firstName?.message} isRequired>
          {(control) => <Input {...control} {...register('firstName')} autoComplete="given-name" />}
        </Field>
        <Field label="Last name" error={errors.lastName?.message} isRequired>
          {(control) => <Input {...control} {...register('lastName')} autoComplete="family-name" />}
        </Field>
      </div>
      <Field label="Email" error={errors.email?.message} isRequired>
        {(control) => (
          <Input {...control} {...register('email')} type="email" autoComplete="email" inputMode="email" />
        )}
      </Field>
      <Field
        label="Phone number"
        error={errors.phone?.message}
        hint="A 10-digit Indian mobile number. Only moderators can see it."
        isRequired
      >
        {(control) => (
          <Input {...control} {...register('phone')} type="tel" autoComplete="tel" inputMode="tel" />
        )}
      </Field>
    </>
  )
}

/** A new password, twice. */
export function NewPasswordFields({ register, errors }: PersonFieldsProps) {
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <Field label="Password" error={errors.password?.message} hint="At least 8 characters" isRequired>
        {(control) => <PasswordInput {...control} {...register('password')} autoComplete="new-password" />}
      </Field>
      <Field label="Confirm password" error={errors.confirmpassword?.message} isRequired>
        {(control) => (
          <PasswordInput {...control} {...register('confirmpassword')} autoComplete="new-password" />
        )}
      </Field>
    </div>
  )
}
