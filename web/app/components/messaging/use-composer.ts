import { limits } from '@marga/contract/limits'
import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react'

type ComposerOptions = {
  draft?: string
  onSend: (text: string) => void
  /** What stands in the field, whenever that changes. */
  onChange?: (text: string) => void
}

/** A field to write a message in: Enter sends, Shift and Enter makes a new line. */
export function useComposer({ draft = '', onSend, onChange }: ComposerOptions) {
  const [text, setText] = useState(draft)
  const field = useRef<HTMLTextAreaElement>(null)
  const charactersLeft = limits.messageMax - text.length
  const canSend = text.trim() !== '' && charactersLeft >= 0

  const send = (event: FormEvent | KeyboardEvent) => {
    event.preventDefault()
    if (!canSend) return
    onSend(text)
    setText('')
    onChange?.('')
    field.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // The Enter that ends a composed character belongs to the keyboard, not to us.
    if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) send(event)
  }
  const write = (next: string) => {
    setText(next)
    onChange?.(next)
  }
  return { text, write, field, charactersLeft, canSend, send, onKeyDown }
}
