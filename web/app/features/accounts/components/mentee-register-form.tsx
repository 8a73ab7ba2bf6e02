import { api } from '@marga/contract/api'
import { useForm } from 'react-hook-form'
import { sendRequest } from '../../../lib/api-client.ts'
import { errorMessage } from '../../../lib/error-messages.ts'
import { resolverOf } from '../../../lib/validation.ts'
import { FormShell } from '../../../ui/form-shell.tsx'
import type { PersonValues } from '../registration-values.ts'
import { showFieldErrors } from '../rules.ts'
import { ConsentLine } from './consent-line.tsx'
import { NewPasswordFields, PersonFields } from './person-fields.tsx'

const resolver = resolverOf<PersonValues>(
  async () => (await import('@marga/contract/accounts')).menteeRegistration,
)

/** Makes a mentee account. Refusals stand under the confirm-password field, where the form ends. */
export function MenteeRegisterForm({ onRegistered }: { onRegistered: () => void }) {
  const form = useForm<PersonValues>({ resolver })
  const { register, handleSubmit, setError, formState } = form

  const submit = handleSubmit(async (body) => {
    try {
      await sendRequest(api.accounts.registerMentee, { body })
      onRegistered()
    } catch (error) {
      showFieldErrors(error, setError)
      setError('root', { message: errorMessage('menteeSignUp', error) })
    }
  })

  return (
    <FormShell
      onSubmit={submit}
      error={formState.errors.root?.message ?? null}
      loading={formState.isSubmitting}
      isReady
      submitLabel="Create account"
    >
      <PersonFields register={register} errors={formState.errors} />
      <NewPasswordFields register={register} errors={formState.errors} />
      <ConsentLine by="creating an account" />
    </FormShell>
  )
}
