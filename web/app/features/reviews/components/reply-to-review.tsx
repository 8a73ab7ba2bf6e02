import { limits } from '@marga/contract/limits'
import type { Review } from '@marga/contract/reviews'
import { type FormEvent, useState } from 'react'
import { ApiError } from '../../../lib/api-client.ts'
import { errorMessage } from '../../../lib/error-messages.ts'
import { pluralize } from '../../../lib/pluralize.ts'
import { useTextDraft } from '../../../lib/use-text-draft.ts'
import { validateForm } from '../../../lib/validation.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { FormShell } from '../../../ui/form-shell.tsx'
import { Textarea } from '../../../ui/textarea.tsx'
import { useReplyToReview } from '../reply.ts'

const replySchema = async () => (await import('@marga/contract/reviews')).replyForm

/** The mentor's public reply under a review: written once, and worded anew. */
export function ReplyToReview({ mentorId, review }: { mentorId: string; review: Review }) {
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  return (
    <div>
      <Button variant="secondary" size="sm" onClick={() => setIsOpen(true)}>
        {review.reply ? 'Edit reply' : 'Reply'}
        <span className="sr-only"> to {review.mentee.firstName}</span>
      </Button>
      {isOpen ? (
        <Dialog isOpen onOpenChange={close} title={`Reply to ${review.mentee.firstName}`}>
          <ReplyForm mentorId={mentorId} review={review} onClose={close} />
        </Dialog>
      ) : null}
    </div>
  )
}

type ReplyFormProps = { mentorId: string; review: Review; onClose: () => void }

function ReplyForm({ mentorId, review, onClose }: ReplyFormProps) {
  const reply = useReplyToReview(mentorId, review._id)
  const [text, setText] = useTextDraft('mentor', `reply.${review._id}`, review.reply ?? undefined)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [isSaving, setIsSaving] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setIsSaving(true)
    const { messages, values } = await validateForm(replySchema, { text })
    setErrors(messages)
    if (Object.keys(messages).length > 0) return setIsSaving(false)
    try {
      await reply.mutateAsync(values)
      setText('')
      onClose()
    } catch (error) {
      const fields = error instanceof ApiError ? error.fields : {}
      setErrors({ ...fields, root: errorMessage('review', error) })
      setIsSaving(false)
    }
  }
  return (
    <FormShell
      onSubmit={submit}
      error={errors.root ?? null}
      loading={isSaving}
      isReady
      submitLabel={review.reply ? 'Replace reply' : 'Publish reply'}
    >
      <Field
        label="Your reply"
        error={errors.text}
        hint={`Everyone who reads the review sees it. ${pluralize(limits.reviewTextMax - text.length, 'character')} left.`}
        isRequired
      >
        {(control) => (
          <Textarea
            {...control}
            rows={5}
            maxLength={limits.reviewTextMax}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
        )}
      </Field>
    </FormShell>
  )
}
