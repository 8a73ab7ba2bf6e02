import { limits } from '@marga/contract/limits'
import { SendHorizontal } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Textarea } from '../../../ui/textarea.tsx'

/** Enter sends, Shift and Enter makes a new line. */
export function CommunityComposer({ onSend }: { onSend: (text: string) => void }) {
  const [text, setText] = useState('')
  const field = useRef<HTMLTextAreaElement>(null)
  const canSend = text.trim() !== '' && text.length <= limits.messageMax
  const send = (event: FormEvent | KeyboardEvent) => {
    event.preventDefault()
    if (!canSend) return
    onSend(text)
    setText('')
    field.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // The Enter that ends a composed character belongs to the keyboard, not to us.
    if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) send(event)
  }
  return (
    <form
      method="post"
      onSubmit={send}
      className="flex items-end gap-2 border-t border-line bg-surface p-3 sm:p-4"
    >
      <Textarea
        ref={field}
        aria-label="Message to everyone"
        rows={1}
        value={text}
        maxLength={limits.messageMax}
        placeholder="Write to everyone"
        onKeyDown={onKeyDown}
        onChange={(event) => setText(event.currentTarget.value)}
        className="field-sizing-content max-h-40 min-h-11 min-w-0 flex-1 resize-none!"
      />
      <Button type="submit" size="icon" aria-label="Send" disabled={!canSend}>
        <SendHorizontal className="size-5" aria-hidden="true" />
      </Button>
    </form>
  )
}
