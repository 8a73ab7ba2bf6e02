import { limits } from '@marga/contract/limits'
import { type FormEvent, useState } from 'react'
import { ApiError } from '../../../lib/api-client.ts'
import { errorMessage } from '../../../lib/error-messages.ts'
import { useTextDraft } from '../../../lib/use-text-draft.ts'
import { validateForm } from '../../../lib/validation.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { FormShell } from '../../../ui/form-shell.tsx'
import { Textarea } from '../../../ui/textarea.tsx'
import type { ReviewValues } from '../own-review.ts'
import { RatingChoice } from './rating-choice.tsx'

type ReviewFormProps = {
  mentorId: string
  own: ReviewValues | null
  onSave: (values: ReviewValues) => Promise<unknown>
  onRemove: () => void
  isRemoving: boolean
  onClose: () => void
}

const reviewSchema = async () => (await import('@marga/contract/reviews')).reviewForm

/** Writes a review, or replaces the earlier one. */
export function ReviewForm({ mentorId, own, onSave, onRemove, isRemoving, onClose }: ReviewFormProps) {
  const [rating, setRating] = useState(own?.rating ?? 0)
  const [text, setText] = useTextDraft('mentee', `review.${mentorId}`, own?.text)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [isSaving, setIsSaving] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setIsSaving(true)
    const { messages, values } = await validateForm(reviewSchema, { rating, text })
    setErrors(messages)
    if (Object.keys(messages).length > 0) return setIsSaving(false)
    try {
      await onSave(values)
      setText('')
      onClose()
    } catch (error) {
      const fields = error instanceof ApiError ? error.fields : {}
      setErrors({ ...fields, root: errorMessage('review', error) })
      setIsSaving(false)
    }
  }
  const remove = () => {
    // What was changed of it goes with it, and is not offered for the next one.
    setText(own?.text ?? '')
    onRemove()
  }
  const left = limits.reviewTextMax - text.length
  return (
    <FormShell
      onSubmit={submit}
      error={errors.root ?? null}
      loading={isSaving}
      isReady
      submitLabel={own ? 'Replace review' : 'Publish review'}
      footer={own ? <RemoveButton isRemoving={isRemoving} onRemove={remove} /> : null}
    >
      <RatingChoice rating={rating} error={errors.rating} onChange={setRating} />
      <Field
        label="Your review"
        error={errors.text}
        hint={`${limits.reviewTextMin} to ${limits.reviewTextMax} characters, ${left} left. Your first name and picture are shown with it.`}
        isRequired
      >
        {(control) => (
          <Textarea
            {...control}
            rows={6}
            maxLength={limits.reviewTextMax}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
        )}
      </Field>
    </FormShell>
  )
}

const RemoveButton = ({ isRemoving, onRemove }: Pick<ReviewFormProps, 'isRemoving' | 'onRemove'>) => (
  <Button variant="quiet" isLoading={isRemoving} onClick={onRemove}>
    Remove my review
  </Button>
)
