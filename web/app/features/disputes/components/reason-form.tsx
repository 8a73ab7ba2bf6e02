import { groupDigits } from '@marga/contract/digit-groups'
import { limits } from '@marga/contract/limits'
import type { MemberRole } from '@marga/contract/roles'
import { type FormEvent, useRef, useState } from 'react'
import { ApiError } from '../../../lib/api-client.ts'
import { useTextDraft } from '../../../lib/use-text-draft.ts'
import { Field } from '../../../ui/field.tsx'
import { FormShell } from '../../../ui/form-shell.tsx'
import { Textarea } from '../../../ui/textarea.tsx'

type ReasonFormProps = {
  of: MemberRole
  /** What it is kept as until it is sent. */
  about: string
  label: string
  submitLabel: string
  isLoading: boolean
  failure: Error | null
  /** `end` ends what is kept. */
  onSend: (reason: string, end: () => void) => void
}

/** What happened, in the person's own words; required, and as long as the other side needs to understand it. */
export function ReasonForm(props: ReasonFormProps) {
  const { of: role, about, label, submitLabel, isLoading, failure, onSend } = props
  const [reason, setReason] = useTextDraft(role, about)
  const [complaint, setComplaint] = useState<string>()
  const field = useRef<HTMLTextAreaElement>(null)
  const refused = failure && failure.name !== 'AbortError' ? failure : null
  const ofField = refused instanceof ApiError ? (refused.fields.text ?? refused.fields.reason) : undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const found = reasonComplaint(reason)
    setComplaint(found)
    if (found) field.current?.focus()
    else onSend(reason.trim(), () => setReason(''))
  }
  return (
    <FormShell
      onSubmit={submit}
      error={refused && !ofField ? refused.message : null}
      loading={isLoading}
      isReady
      submitLabel={submitLabel}
    >
      <Field
        label={label}
        error={complaint ?? ofField}
        hint={`${limits.disputeTextMin} to ${groupDigits(limits.disputeTextMax)} characters. The other side reads it.`}
        isRequired
      >
        {(control) => (
          <Textarea
            {...control}
            ref={field}
            rows={5}
            maxLength={limits.disputeTextMax}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
        )}
      </Field>
    </FormShell>
  )
}

function reasonComplaint(reason: string): string | undefined {
  const length = reason.trim().length
  if (length === 0) return 'Tell us what happened.'
  return length < limits.disputeTextMin ? `Write at least ${limits.disputeTextMin} characters.` : undefined
}
