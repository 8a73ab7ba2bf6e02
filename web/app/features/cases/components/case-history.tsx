import type { CaseEvent } from '@marga/contract/case-evidence'
import { useState } from 'react'
import { formatShortMoment } from '../../../lib/dates.ts'
import { useTextDraft } from '../../../lib/use-text-draft.ts'
import { Button } from '../../../ui/button.tsx'
import { cn } from '../../../ui/cn.ts'
import { Field } from '../../../ui/field.tsx'
import { Textarea } from '../../../ui/textarea.tsx'
import { useAddNote } from '../mutations.ts'
import { caseFailure, eventLine } from '../rules.ts'
import { Part } from './part.tsx'

type CaseHistoryProps = {
  caseId: string
  events: readonly CaseEvent[]
  /** Older ones than these are left out, but for how the case was opened. */
  isShortened: boolean
  noteId: string
}

/** What has happened in the case, and the place to write down more. */
export const CaseHistory = ({ caseId, events, isShortened, noteId }: CaseHistoryProps) => (
  <Part title="What happened here" hint="Only moderators see this">
    {isShortened ? (
      <p className="text-sm text-ink-soft">After “Opened”, only the newest entries are shown.</p>
    ) : null}
    <ol className="grid grid-cols-1 gap-3">
      {events.map((event) => (
        <li
          key={`${event.at} ${event.what} ${event.text}`}
          className={cn('min-w-0 border-l-2 pl-4', event.what === 'note' ? 'border-accent' : 'border-line')}
        >
          <p className="flex flex-wrap items-baseline gap-x-3 text-sm">
            <span className="min-w-0 wrap-anywhere">{eventLine(event)}</span>
            <time dateTime={event.at} className="text-ink-faint">
              {formatShortMoment(event.at)}
            </time>
          </p>
          {event.text ? <p className="max-w-prose whitespace-pre-line wrap-anywhere">{event.text}</p> : null}
        </li>
      ))}
    </ol>
    <NoteForm caseId={caseId} noteId={noteId} />
  </Part>
)

const noteMax = 2000

function NoteForm({ caseId, noteId }: { caseId: string; noteId: string }) {
  const [text, setText] = useTextDraft('moderator', `note.${caseId}`)
  const [error, setError] = useState<string>()
  const addNote = useAddNote(caseId)
  const send = () => {
    if (text.trim() === '') return setError('Write a note.')
    setError(undefined)
    addNote.mutate(text.trim(), {
      onSuccess: () => setText(''),
      onError: (failure) => setError(caseFailure(failure)),
    })
  }
  return (
    <form
      method="post"
      noValidate
      className="grid grid-cols-1 gap-3 border-t border-line pt-4"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <Field label="Note for moderators" error={error}>
        {(control) => (
          <Textarea
            {...control}
            data-note={noteId}
            rows={2}
            maxLength={noteMax}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
        )}
      </Field>
      <Button
        type="submit"
        variant="secondary"
        size="sm"
        className="justify-self-start"
        isLoading={addNote.isPending}
      >
        Add note
      </Button>
    </form>
  )
}
