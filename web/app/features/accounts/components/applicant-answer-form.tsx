import { api } from '@marga/contract/api'
import type { ApplicantAnswerForm as Answer } from '@marga/contract/application-status'
import { useForm } from 'react-hook-form'
import { sendRequest } from '../../../lib/api-client.ts'
import { readDraft, storeDraft } from '../../../lib/drafts.ts'
import { errorMessage } from '../../../lib/error-messages.ts'
import { resolverOf } from '../../../lib/validation.ts'
import { Field } from '../../../ui/field.tsx'
import { FormShell } from '../../../ui/form-shell.tsx'
import { Textarea } from '../../../ui/textarea.tsx'

const resolver = resolverOf<Answer>(
  async () => (await import('@marga/contract/application-status')).applicantAnswerForm,
)

/** There is no account to sign in to yet. */
const owner = { role: 'mentor', userId: 'applicant' } as const

type ApplicantAnswerFormProps = {
  token: string
  /** Names the application in this browser; the token would let whoever finds it in. */
  draftName: string
  onSent: () => void
}

/** What a moderator wants to know; half of an answer outlives the page. */
export function ApplicantAnswerForm({ token, draftName, onSent }: ApplicantAnswerFormProps) {
  const about = `application.${draftName}`
  const { register, handleSubmit, reset, setError, formState } = useForm<Answer>({
    resolver,
    defaultValues: { text: readDraft(owner, about) },
  })
  const { errors, isSubmitting } = formState
  const submit = handleSubmit(async ({ text }) => {
    try {
      await sendRequest(api.mentors.answerAsApplicant, { body: { token, text } })
      storeDraft(owner, about, '')
      reset({ text: '' })
      onSent()
    } catch (error) {
      setError('root', { message: errorMessage('vetting', error) })
    }
  })
  return (
    <FormShell
      onSubmit={submit}
      error={errors.root?.message ?? null}
      loading={isSubmitting}
      isReady
      submitLabel="Send answer"
      className="mb-7"
    >
      <Field label="Your answer" error={errors.text?.message} isRequired>
        {(control) => (
          <Textarea
            {...control}
            {...register('text', { onChange: (event) => storeDraft(owner, about, event.target.value) })}
            rows={5}
            maxLength={4000}
          />
        )}
      </Field>
    </FormShell>
  )
}
