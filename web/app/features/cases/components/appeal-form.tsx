import { api } from '@marga/contract/api'
import { limits } from '@marga/contract/limits'
import { useState } from 'react'
import { ApiError, sendRequest } from '../../../lib/api-client.ts'
import { useUnsaved } from '../../../lib/unsaved.ts'
import { Field } from '../../../ui/field.tsx'
import { FormShell } from '../../../ui/form-shell.tsx'
import { Textarea } from '../../../ui/textarea.tsx'

type AppealFormProps = { token: string; onSent: () => void }

/** In one's own words, once. */
export function AppealForm({ token, onSent }: AppealFormProps) {
  const [text, setText] = useState('')
  const [errors, setErrors] = useState<{ text?: string; form?: string }>({})
  const [state, setState] = useState<'writing' | 'sending' | 'sent'>('writing')
  useUnsaved(text !== '' && state !== 'sent')
  const send = async () => {
    if (text.trim() === '') return setErrors({ text: 'Tell us what is wrong with the decision.' })
    setErrors({})
    setState('sending')
    try {
      await sendRequest(api.appeals.raise, { body: { token, text: text.trim() } })
      setState('sent')
      onSent()
    } catch (error) {
      setState('writing')
      setErrors(errorsOf(error))
    }
  }
  return (
    <FormShell
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
      error={errors.form ?? null}
      loading={state === 'sending'}
      isReady
      submitLabel="Send appeal"
    >
      <Field
        label="What is wrong with the decision?"
        hint="You can appeal once. Another moderator than who decided reads it, where there is one."
        {...(errors.text ? { error: errors.text } : {})}
        isRequired
      >
        {(control) => (
          <Textarea
            {...control}
            rows={7}
            maxLength={limits.ticketTextMax}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
        )}
      </Field>
    </FormShell>
  )
}

function errorsOf(error: unknown): { text?: string; form?: string } {
  if (!(error instanceof ApiError)) return { form: 'Something went wrong. Please try again.' }
  return error.fields.text ? { text: error.fields.text } : { form: error.message }
}
