import type { MemberRole } from '@marga/contract/roles'
import { useForm } from 'react-hook-form'
import { ApiError } from '../../../lib/api-client.ts'
import { errorMessage } from '../../../lib/error-messages.ts'
import { resolverOf } from '../../../lib/validation.ts'
import { Field } from '../../../ui/field.tsx'
import { FormShell } from '../../../ui/form-shell.tsx'
import { PasswordInput } from '../../../ui/password-input.tsx'
import { type Confirmation, confirmByPassword, failedConfirmation } from '../confirm-address.ts'

type Values = { password: string }
const resolver = resolverOf<Values>(async () => (await import('@marga/contract/passwords')).ownPasswordForm)

type ConfirmAddressFormProps = {
  of: MemberRole
  token: string
  onSettled: (confirmation: Confirmation) => void
}

/** The password of the account, from whoever has opened the link without being signed in. */
export function ConfirmAddressForm({ of: role, token, onSettled }: ConfirmAddressFormProps) {
  const { register, handleSubmit, setError, formState } = useForm<Values>({ resolver })
  const { errors, isSubmitting } = formState
  const submit = handleSubmit(async ({ password }) => {
    try {
      await confirmByPassword(role, token, password)
      onSettled({ state: 'confirmed' })
    } catch (error) {
      const code = error instanceof ApiError ? error.code : undefined
      if (code === 'invalid_token') return onSettled(failedConfirmation(error))
      const message = errorMessage('verifyEmail', error)
      setError(code === 'invalid_credentials' ? 'password' : 'root', { message }, { shouldFocus: true })
    }
  })
  return (
    <FormShell
      onSubmit={submit}
      error={errors.root?.message ?? null}
      loading={isSubmitting}
      isReady
      submitLabel="Confirm my address"
    >
      <Field label="Password" error={errors.password?.message} isRequired>
        {(control) => (
          <PasswordInput {...control} {...register('password')} autoComplete="current-password" />
        )}
      </Field>
    </FormShell>
  )
}
