import { MessageSquareQuote } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { lazyWithPrefetch } from '../../../ui/lazy-with-prefetch.tsx'
import type { ComposerField } from './inbox-props.ts'

const SavedRepliesDialog = lazyWithPrefetch(
  async () => (await import('./saved-replies-dialog.tsx')).SavedRepliesDialog,
)

/** What a mentor writes again and again, beside the field to write in. */
export function SavedReplies({ mentorId, field }: { mentorId: string; field: ComposerField }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button
        variant="quiet"
        size="icon"
        aria-label="Saved replies"
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
      >
        <MessageSquareQuote className="size-5" aria-hidden="true" />
      </Button>
      <SavedRepliesDialog isOpen={isOpen} onOpenChange={setIsOpen} mentorId={mentorId} field={field} />
    </>
  )
}
