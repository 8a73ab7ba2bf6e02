import { api } from '@marga/contract/api'
import type { NewModeratorForm } from '@marga/contract/moderators'
import { useForm } from 'react-hook-form'
import { ApiError, sendRequest } from '../../../lib/api-client.ts'
import { errorMessage } from '../../../lib/error-messages.ts'
import { resolverOf } from '../../../lib/validation.ts'
import { Field } from '../../../ui/field.tsx'
import { FormShell } from '../../../ui/form-shell.tsx'
import { Input } from '../../../ui/input.tsx'
import { PasswordInput } from '../../../ui/password-input.tsx'

const resolver = resolverOf<NewModeratorForm>(
  async () => (await import('@marga/contract/moderators')).newModeratorForm,
)

type AcceptInvitationFormProps = { email: string; token: string; onAccepted: () => void }

/** The name and the password of a new moderator; the address is that of the mail. */
export function AcceptInvitationForm({ email, token, onAccepted }: AcceptInvitationFormProps) {
  const { register, handleSubmit, setError, formState } = useForm<NewModeratorForm>({ resolver })
  const { errors, isSubmitting } = formState
  const submit = handleSubmit(async (values) => {
    try {
      await sendRequest(api.moderators.acceptInvitation, { body: { ...values, token } })
      onAccepted()
    } catch (error) {
      const { name, password } = error instanceof ApiError ? error.fields : {}
      if (name) setError('name', { message: name }, { shouldFocus: true })
      if (password) setError('password', { message: password }, { shouldFocus: true })
      if (!name && !password) setError('root', { message: errorMessage('vetting', error) })
    }
  })
  return (
    <FormShell
      onSubmit={submit}
      error={errors.root?.message ?? null}
      loading={isSubmitting}
      isReady
      submitLabel="Become a moderator"
    >
      <Field label="Email">
        {(control) => (
          <Input {...control} value={email} readOnly autoComplete="username" className="bg-sunken" />
        )}
      </Field>
      <Field label="Your name" error={errors.name?.message} isRequired>
        {(control) => <Input {...control} {...register('name')} autoComplete="name" maxLength={80} />}
      </Field>
      <Field label="Password" hint="At least 8 characters" error={errors.password?.message} isRequired>
        {(control) => <PasswordInput {...control} {...register('password')} autoComplete="new-password" />}
      </Field>
    </FormShell>
  )
}
