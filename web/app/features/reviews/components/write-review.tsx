import { useState } from 'react'
import { Stars } from '../../../components/stars.tsx'
import { closeWhenDecided } from '../../../lib/close-when-decided.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { type ReviewValues, useOwnReview } from '../own-review.ts'
import { ReviewForm } from './review-form.tsx'

type WriteReviewProps = {
  mentorId: string
  mentorName: string
  /** What the mentee wrote before. */
  own: ReviewValues | null
}

/** For a mentee who knows the mentor: to write, replace or remove their review. */
export function WriteReview({ mentorId, mentorName, own }: WriteReviewProps) {
  const { save, remove } = useOwnReview(mentorId)
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  return (
    <Card isFlat className="flex flex-wrap items-center justify-between gap-4">
      <div className="min-w-0">
        <p className="font-semibold wrap-anywhere">
          {own ? 'Your review' : `How was working with ${mentorName}?`}
        </p>
        {own ? (
          <Stars rating={own.rating} />
        ) : (
          <p className="text-sm text-ink-soft">A few honest sentences help others choose.</p>
        )}
      </div>
      <Button variant="secondary" onClick={() => setIsOpen(true)}>
        {own ? 'Edit review' : 'Write a review'}
      </Button>
      {isOpen ? (
        <Dialog isOpen onOpenChange={close} title={`Review of ${mentorName}`}>
          <ReviewForm
            mentorId={mentorId}
            own={own}
            onSave={save.mutateAsync}
            onRemove={() => remove.mutate(undefined, closeWhenDecided(close))}
            isRemoving={remove.isPending}
            onClose={close}
          />
        </Dialog>
      ) : null}
    </Card>
  )
}
