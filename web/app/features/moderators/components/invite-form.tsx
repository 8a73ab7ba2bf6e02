import type { InvitationForm } from '@marga/contract/moderators'
import { useForm } from 'react-hook-form'
import { ApiError } from '../../../lib/api-client.ts'
import { errorMessage } from '../../../lib/error-messages.ts'
import { resolverOf } from '../../../lib/validation.ts'
import { Field } from '../../../ui/field.tsx'
import { FormShell } from '../../../ui/form-shell.tsx'
import { Input } from '../../../ui/input.tsx'
import { useInvite } from '../mutations.ts'

const resolver = resolverOf<InvitationForm>(
  async () => (await import('@marga/contract/moderators')).invitationForm,
)

export function InviteForm() {
  const invite = useInvite()
  const { register, handleSubmit, reset, setError, formState } = useForm<InvitationForm>({
    resolver,
    defaultValues: { email: '' },
  })
  const { errors, isSubmitting } = formState
  const submit = handleSubmit(async ({ email }) => {
    try {
      await invite.mutateAsync(email)
      reset()
    } catch (error) {
      const own = error instanceof ApiError ? error.fields.email : undefined
      if (own) setError('email', { message: own })
      else setError('root', { message: errorMessage('vetting', error) })
    }
  })
  return (
    <FormShell
      onSubmit={submit}
      error={errors.root?.message ?? null}
      loading={isSubmitting}
      isReady
      submitLabel="Send invitation"
    >
      <Field
        label="Email"
        hint="We email a link that works once, for seven days."
        error={errors.email?.message}
        isRequired
      >
        {(control) => (
          <Input {...control} {...register('email')} type="email" inputMode="email" autoComplete="off" />
        )}
      </Field>
    </FormShell>
  )
}
