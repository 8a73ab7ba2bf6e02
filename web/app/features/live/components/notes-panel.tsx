import { limits } from '@marga/contract/limits'
import { useId, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Textarea } from '../../../ui/textarea.tsx'
import { moveCaret } from '../notes-merge.ts'
import type { NotesSync } from '../notes-sync.ts'

const statusTexts = {
  saved: 'Saved. You can both edit these notes while the room is open, and read them afterwards.',
  saving: 'Saving…',
  unsaved: 'Not saved yet',
  refused: 'These notes can’t be saved. Copy them to keep them.',
}

export function NotesPanel({ notes }: { notes: NotesSync | null }) {
  return notes ? <Notes notes={notes} /> : <Skeleton className="m-4 h-40" />
}

function Notes({ notes }: { notes: NotesSync }) {
  const { text, status } = useSyncExternalStore(notes.subscribe, notes.snapshot)
  const field = useRef<HTMLTextAreaElement>(null)
  const last = useRef({ text, caret: 0 })
  const id = useId()
  // What the other writes must not throw the caret about.
  useLayoutEffect(() => {
    const element = field.current
    if (element && document.activeElement === element && last.current.text !== text) {
      const caret = moveCaret(last.current.text, text, last.current.caret)
      element.setSelectionRange(caret, caret)
    }
    last.current = { text, caret: element?.selectionStart ?? 0 }
  }, [text])
  return (
    <div className="flex h-full min-h-0 flex-col gap-2 p-4 short:gap-1 short:p-2">
      <label htmlFor={id} className="font-semibold">
        Shared notes
      </label>
      <Textarea
        ref={field}
        id={id}
        value={text}
        maxLength={limits.liveNotesMax}
        aria-describedby={`${id}-status`}
        placeholder="What you agree on, links, what to do until next time…"
        onChange={(event) => {
          last.current = { text: event.target.value, caret: event.target.selectionStart }
          notes.type(event.target.value)
        }}
        onSelect={(event) => {
          last.current.caret = event.currentTarget.selectionStart
        }}
        className="min-h-0 flex-1 resize-none!"
      />
      <p id={`${id}-status`} role="status" className="text-sm text-ink-soft short:truncate short:text-xs">
        {statusTexts[status]}
      </p>
    </div>
  )
}
