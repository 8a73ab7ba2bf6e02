import { limits } from '@marga/contract/limits'
import { useQuery } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { toast } from 'sonner'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { Field } from '../../../ui/field.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Textarea } from '../../../ui/textarea.tsx'
import { savedRepliesQuery, useSaveReplies } from '../saved-replies.ts'
import type { ComposerField } from './inbox-props.ts'

type SavedRepliesDialogProps = {
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  mentorId: string
  field: ComposerField
}

/** To use one, to keep what stands in the field, and to let one go. */
export function SavedRepliesDialog({ isOpen, onOpenChange, mentorId, field }: SavedRepliesDialogProps) {
  const { data: replies, isError, isFetching, refetch } = useQuery(savedRepliesQuery(mentorId))
  // One each: a reply that was not deleted is no complaint about the new one.
  const add = useSaveReplies(mentorId)
  const remove = useSaveReplies(mentorId, (error) =>
    toast.error('The reply was not deleted', { description: error.message }),
  )
  const use = (reply: string) => {
    onOpenChange(false)
    field.insert(reply)
  }
  return (
    <Dialog isOpen={isOpen} onOpenChange={onOpenChange} title="Saved replies">
      {replies ? (
        <div className="grid grid-cols-1 gap-6">
          <KeptReplies
            replies={replies}
            onUse={use}
            onDelete={(reply) => remove.mutate((known) => known.filter((one) => one !== reply))}
          />
          <NewReply
            text={field.text}
            known={replies}
            error={add.isError ? 'Your reply could not be saved. Please try again.' : null}
            isSaving={add.isPending}
            onSave={(reply, onSaved) =>
              add.mutate((known) => [...known.filter((one) => one !== reply), reply], { onSuccess: onSaved })
            }
          />
        </div>
      ) : isError ? (
        <ErrorState
          message="Your saved replies could not be loaded."
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      ) : (
        <Skeleton className="h-32" />
      )}
    </Dialog>
  )
}

type KeptRepliesProps = {
  replies: readonly string[]
  onUse: (reply: string) => void
  onDelete: (reply: string) => void
}

const KeptReplies = ({ replies, onUse, onDelete }: KeptRepliesProps) =>
  replies.length > 0 ? (
    <ul className="grid grid-cols-1 divide-y divide-line">
      {replies.map((reply) => (
        <li key={reply} className="flex items-center gap-2 py-2">
          <button
            type="button"
            className="min-h-11 min-w-0 flex-1 rounded-md px-3 py-2 text-left hover:bg-sunken"
            onClick={() => onUse(reply)}
          >
            <span className="line-clamp-3 wrap-anywhere whitespace-pre-line">{reply}</span>
          </button>
          <Button
            variant="quiet"
            size="icon"
            aria-label={`Delete “${beginning(reply)}”`}
            onClick={() => onDelete(reply)}
          >
            <Trash2 className="size-5" aria-hidden="true" />
          </Button>
        </li>
      ))}
    </ul>
  ) : (
    <p className="text-ink-soft">
      Answers that you give often are one press away here, in every conversation.
    </p>
  )

const beginning = (reply: string) => (reply.length > 40 ? `${reply.slice(0, 40).trimEnd()}…` : reply)

type NewReplyProps = {
  text: string
  known: readonly string[]
  error: string | null
  isSaving: boolean
  onSave: (reply: string, onSaved: () => void) => void
}

/** Begins with what stands in the field, unless that is kept already. */
function NewReply({ text, known, error, isSaving, onSave }: NewReplyProps) {
  const [reply, setReply] = useState(known.includes(text.trim()) ? '' : text.trim())
  const isFull = known.length >= limits.savedRepliesMax
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const saved = reply.trim()
    // What was changed while it was under way is another reply.
    onSave(saved, () => setReply((now) => (now.trim() === saved ? '' : now)))
  }
  if (isFull)
    return (
      <p className="text-sm text-ink-soft">
        You have {limits.savedRepliesMax} saved replies. Delete one to save another.
      </p>
    )
  return (
    <form onSubmit={submit} className="grid grid-cols-1 gap-3">
      <Field label="New reply" error={error ?? undefined}>
        {(control) => (
          <Textarea
            {...control}
            rows={3}
            maxLength={limits.messageMax}
            value={reply}
            onChange={(event) => setReply(event.target.value)}
          />
        )}
      </Field>
      <Button
        type="submit"
        variant="secondary"
        className="w-fit"
        isLoading={isSaving}
        disabled={reply.trim() === '' || known.includes(reply.trim())}
      >
        Save reply
      </Button>
    </form>
  )
}
