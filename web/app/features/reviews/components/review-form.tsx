import { limits } from '@marga/contract/limits'
import { reviewForm } from '@marga/contract/reviews'
import { type FormEvent, useState } from 'react'
import { ApiError } from '../../../lib/api-client.ts'
import { failureText } from '../../../lib/failure-texts.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { FormShell } from '../../../ui/form-shell.tsx'
import { Textarea } from '../../../ui/textarea.tsx'
import type { ReviewValues } from '../own-review.ts'
import { RatingChoice } from './rating-choice.tsx'

type ReviewFormProps = {
  own: ReviewValues | null
  onSave: (values: ReviewValues) => Promise<unknown>
  onRemove: () => void
  isRemoving: boolean
  onClose: () => void
}

/** Writes a review, or replaces the earlier one. */
export function ReviewForm({ own, onSave, onRemove, isRemoving, onClose }: ReviewFormProps) {
  const [rating, setRating] = useState(own?.rating ?? 0)
  const [text, setText] = useState(own?.text ?? '')
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [isSaving, setIsSaving] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const checked = reviewForm.safeParse({ rating, text })
    if (!checked.success) {
      return setErrors(
        Object.fromEntries(
          checked.error.issues.map(({ path, message }) => [String(path[0]), message]).reverse(),
        ),
      )
    }
    setErrors({})
    setIsSaving(true)
    try {
      await onSave(checked.data)
      onClose()
    } catch (error) {
      const fields = error instanceof ApiError ? error.fields : {}
      setErrors({ ...fields, root: failureText('review', error) })
      setIsSaving(false)
    }
  }
  const left = limits.reviewTextMax - text.length
  return (
    <FormShell
      onSubmit={submit}
      error={errors.root ?? null}
      loading={isSaving}
      isReady
      submitLabel={own ? 'Replace review' : 'Publish review'}
      footer={
        own ? (
          <Button variant="quiet" isLoading={isRemoving} onClick={onRemove}>
            Remove my review
          </Button>
        ) : null
      }
    >
      <RatingChoice rating={rating} error={errors.rating} onChange={setRating} />
      <Field
        label="Your review"
        error={errors.text}
        hint={`${limits.reviewTextMin} to ${limits.reviewTextMax} characters, ${left} left. Your first name stands beside it.`}
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
