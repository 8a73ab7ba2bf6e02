import { limits } from '@marga/contract/limits'
import { type FormEvent, type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import { fitHeight, isSendKey } from './composer-rules.ts'

type ComposerOptions = {
  draft?: string
  onSend: (text: string) => void
  /** What stands in the field, whenever that changes. */
  onChange?: (text: string) => void
}

/** A field to write a message in: Enter sends, Shift and Enter makes a new line; under a finger Enter does. */
export function useComposer({ draft = '', onSend, onChange }: ComposerOptions) {
  const [text, setText] = useState(draft)
  const field = useRef<HTMLTextAreaElement>(null)
  const charactersLeft = limits.messageMax - text.length
  const canSend = text.trim() !== '' && charactersLeft >= 0

  // biome-ignore lint/correctness/useExhaustiveDependencies: the text is what the height depends on
  useLayoutEffect(() => {
    if (field.current) fitHeight(field.current, globalThis.CSS?.supports?.('field-sizing: content'))
  }, [text])

  const send = (event: FormEvent | KeyboardEvent) => {
    event.preventDefault()
    if (!canSend) return
    onSend(text)
    setText('')
    onChange?.('')
    field.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (isSendKey(event.nativeEvent, window.matchMedia?.('(pointer: coarse)').matches)) send(event)
  }
  const write = (next: string) => {
    setText(next)
    onChange?.(next)
  }
  return { text, write, field, charactersLeft, canSend, send, onKeyDown }
}
