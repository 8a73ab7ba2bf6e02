import { api } from '@marga/contract/api'
import type { ContactForm as ContactValues } from '@marga/contract/contact'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { sendRequest } from '../../../lib/api-client.ts'
import { errorMessage } from '../../../lib/error-messages.ts'
import { useUnsaved } from '../../../lib/unsaved.ts'
import { resolverOf } from '../../../lib/validation.ts'
import { Field } from '../../../ui/field.tsx'
import { FormShell } from '../../../ui/form-shell.tsx'
import { Input } from '../../../ui/input.tsx'
import { Textarea } from '../../../ui/textarea.tsx'
import { showFieldErrors } from '../rules.ts'

const resolver = resolverOf<ContactValues>(async () => (await import('@marga/contract/contact')).contactForm)

/** A message to the operator, from people who cannot sign in. */
export function ContactForm() {
  const [isSent, setIsSent] = useState(false)
  const { register, handleSubmit, setError, formState } = useForm<ContactValues>({ resolver })
  const { errors, isDirty } = formState
  useUnsaved(isDirty && !isSent)

  const submit = handleSubmit(async (body) => {
    try {
      await sendRequest(api.contact.send, { body })
      setIsSent(true)
    } catch (error) {
      showFieldErrors(error, setError)
      setError('root', { message: errorMessage('contact', error) })
    }
  })

  if (isSent) return <p role="status">Your message is on its way. We answer to the address that you gave.</p>
  return (
    <FormShell
      onSubmit={submit}
      error={errors.root?.message ?? null}
      loading={formState.isSubmitting}
      isReady
      submitLabel="Send message"
    >
      <Field label="Your name" error={errors.name?.message} isRequired>
        {(control) => <Input {...control} {...register('name')} autoComplete="name" />}
      </Field>
      <Field label="Email" error={errors.email?.message} isRequired>
        {(control) => <Input {...control} {...register('email')} type="email" autoComplete="email" />}
      </Field>
      <Field label="Message" error={errors.text?.message} isRequired>
        {(control) => <Textarea {...control} {...register('text')} rows={5} />}
      </Field>
    </FormShell>
  )
}
