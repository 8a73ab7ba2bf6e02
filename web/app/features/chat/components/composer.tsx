import { limits } from '@marga/contract/limits'
import { SendHorizontal } from 'lucide-react'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { cn } from '../../../ui/cn.ts'
import { Textarea } from '../../../ui/textarea.tsx'

type ComposerProps = {
  label: string
  /** What was being written here before. */
  draft: string
  /** What stands in the field, whenever that changes. */
  onDraft: (text: string) => void
  onSend: (text: string) => void
  /** At every key press; tells whether the field holds something. */
  onType: (hasText: boolean) => void
}

const countFrom = limits.messageMax - 500

/** Enter sends, Shift and Enter makes a new line. */
export function Composer({ label, draft, onDraft, onSend, onType }: ComposerProps) {
  const [text, setText] = useState(draft)
  const field = useRef<HTMLTextAreaElement>(null)
  const id = useId()
  const left = limits.messageMax - text.length
  const canSend = text.trim() !== '' && left >= 0

  const send = () => {
    if (!canSend) return
    onSend(text)
    setText('')
    onDraft('')
    field.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // The Enter that ends a composed character belongs to the keyboard, not to us.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    send()
  }
  return (
    <form
      method="post"
      className="border-t border-line bg-surface p-3 sm:p-4"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <div className="flex items-end gap-2">
        <label htmlFor={id} className="sr-only">
          {label}
        </label>
        <Textarea
          ref={field}
          id={id}
          rows={1}
          value={text}
          placeholder="Write a message"
          aria-describedby={`${id}-left`}
          aria-invalid={left < 0 ? true : undefined}
          onKeyDown={onKeyDown}
          onChange={(event) => {
            setText(event.target.value)
            onDraft(event.target.value)
            onType(event.target.value.trim() !== '')
          }}
          className="field-sizing-content max-h-40 resize-none! min-h-11 min-w-0 flex-1"
        />
        <Button type="submit" size="icon" aria-label="Send" disabled={!canSend}>
          <SendHorizontal className="size-5" aria-hidden="true" />
        </Button>
      </div>
      <p
        id={`${id}-left`}
        role={left < 0 ? 'alert' : undefined}
        className={cn(
          'mt-1.5 flex justify-between gap-3 px-1 text-xs',
          left < 0 ? 'font-semibold text-danger-ink' : 'text-ink-faint',
        )}
      >
        <span className="max-sm:hidden">Enter sends, Shift + Enter makes a new line.</span>
        <span className="ml-auto tabular-nums">
          {left < 0
            ? `${-left} characters too many`
            : text.length >= countFrom
              ? `${left} of ${limits.messageMax} characters left`
              : `Up to ${limits.messageMax} characters`}
        </span>
      </p>
    </form>
  )
}
