import type { MemberRole } from '@marga/contract/roles'
import { useQuery } from '@tanstack/react-query'
import { NotebookText } from 'lucide-react'
import { useState } from 'react'
import { LinkedText } from '../../../components/linked-text.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { SkeletonText } from '../../../ui/skeleton.tsx'
import { notesQuery } from '../queries.ts'

type SessionNotesProps = {
  of: MemberRole
  slotId: string
  /** When it was, for whoever hears the buttons of a list one after the other. */
  when: string
}

/** What the two wrote down in a session that is over, to read again. */
export function SessionNotes({ of, slotId, when }: SessionNotesProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button variant="secondary" size="sm" aria-label={`Notes of ${when}`} onClick={() => setIsOpen(true)}>
        <NotebookText className="size-4" aria-hidden="true" />
        Notes
      </Button>
      {isOpen ? (
        <Dialog isOpen onOpenChange={setIsOpen} title="Session notes" description={when}>
          <Notes of={of} slotId={slotId} />
        </Dialog>
      ) : null}
    </>
  )
}

function Notes({ of, slotId }: Omit<SessionNotesProps, 'when'>) {
  const { data, error, refetch, isFetching } = useQuery(notesQuery(of, slotId))
  if (!data)
    return error ? (
      <ErrorState message={error.message} onRetry={() => void refetch()} isRetrying={isFetching} />
    ) : (
      <SkeletonText lines={5} />
    )
  return data.text.trim() === '' ? (
    <p className="text-ink-soft">No notes were written in this session.</p>
  ) : (
    <p className="max-w-prose whitespace-pre-wrap wrap-anywhere">
      <LinkedText>{data.text}</LinkedText>
    </p>
  )
}
