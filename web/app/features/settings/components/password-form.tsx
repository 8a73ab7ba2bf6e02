import { api } from '@marga/contract/api'
import type { Role } from '@marga/contract/roles'
import { type FieldErrors, type UseFormRegister, useForm } from 'react-hook-form'
import { toast } from 'sonner'
import { ApiError, sendRequest } from '../../../lib/api-client.ts'
import { errorMessage } from '../../../lib/error-messages.ts'
import { useUnsaved } from '../../../lib/unsaved.ts'
import { resolverOf } from '../../../lib/validation.ts'
import { Field } from '../../../ui/field.tsx'
import { FormShell } from '../../../ui/form-shell.tsx'
import { PasswordInput } from '../../../ui/password-input.tsx'

type Values = { password: string; newPassword: string; confirmPassword: string }
const resolver = resolverOf<Values>(
  async () => (await import('@marga/contract/passwords')).changePasswordForm,
)

const empty: Values = { password: '', newPassword: '', confirmPassword: '' }

export type PasswordFormProps = { of: Role; email?: string; onChanged: () => void }

/** Changes the password; all other sessions end with it. */
export function PasswordForm({ of: role, email, onChanged }: PasswordFormProps) {
  const form = useForm<Values>({ resolver, defaultValues: empty })
  const { register, handleSubmit, setError, reset, formState } = form
  const { errors, isSubmitting } = formState
  useUnsaved(formState.isDirty)
  const submit = handleSubmit(async (body) => {
    try {
      await sendRequest(api.accountSettings[role].changePassword, { body }, { role })
      reset(empty)
      toast.success('Your password is changed')
      onChanged()
    } catch (error) {
      if (error instanceof ApiError && error.code === 'wrong_password') {
        return setError('password', { message: error.message }, { shouldFocus: true })
      }
      for (const [name, message] of Object.entries(error instanceof ApiError ? error.fields : {})) {
        setError(name as keyof Values, { message })
      }
      setError('root', { message: errorMessage('changePassword', error) })
    }
  })
  return (
    <FormShell
      onSubmit={submit}
      error={errors.root?.message ?? null}
      loading={isSubmitting}
      isReady
      submitLabel="Change password"
    >
      {/* For password managers: they file the new password under this name. */}
      <input type="text" autoComplete="username" value={email ?? ''} readOnly hidden />
      <Field label="Current password" error={errors.password?.message} isRequired>
        {(control) => (
          <PasswordInput {...control} {...register('password')} autoComplete="current-password" />
        )}
      </Field>
      <NewPasswordFields register={register} errors={errors} />
    </FormShell>
  )
}

type NewPasswordFieldsProps = { register: UseFormRegister<Values>; errors: FieldErrors<Values> }

function NewPasswordFields({ register, errors }: NewPasswordFieldsProps) {
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <Field label="New password" hint="At least 8 characters" error={errors.newPassword?.message} isRequired>
        {(control) => <PasswordInput {...control} {...register('newPassword')} autoComplete="new-password" />}
      </Field>
      <Field label="Confirm password" error={errors.confirmPassword?.message} isRequired>
        {(control) => (
          <PasswordInput {...control} {...register('confirmPassword')} autoComplete="new-password" />
        )}
      </Field>
    </div>
  )
}
