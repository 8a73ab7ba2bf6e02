import { limits } from '@marga/contract/limits'
import { SendHorizontal } from 'lucide-react'
import { useId } from 'react'
import { useComposer } from '../../../components/messaging/use-composer.ts'
import { pluralize } from '../../../lib/pluralize.ts'
import { Button } from '../../../ui/button.tsx'
import { cn } from '../../../ui/cn.ts'
import { Textarea } from '../../../ui/textarea.tsx'
import type { ThreadParts } from './inbox-props.ts'

type ComposerProps = {
  label: string
  /** What was being written here before. */
  draft: string
  /** What stands in the field, whenever that changes. */
  onDraft: (text: string) => void
  onSend: (text: string) => void
  /** At every key press; tells whether the field holds something. */
  onType: (hasText: boolean) => void
  tools?: ThreadParts['composerTools']
}

/** With so few left they are counted. */
const shownFromLeft = 500

/** The field of a conversation, with how much may still be written. */
export function Composer({ label, draft, onDraft, onSend, onType, tools }: ComposerProps) {
  const composer = useComposer({ draft, onSend, onChange: onDraft })
  const { text, charactersLeft: left } = composer
  const id = useId()
  const insert = (added: string) => {
    composer.write(text.trim() === '' ? added : `${text.trimEnd()}\n${added}`)
    onType(true)
    composer.field.current?.focus()
  }
  return (
    <form
      method="post"
      className="border-t border-line bg-surface p-3 sm:p-4 short:p-2"
      onSubmit={composer.send}
    >
      <div className="flex items-end gap-2">
        {tools?.({ text, insert })}
        <label htmlFor={id} className="sr-only">
          {label}
        </label>
        <Textarea
          ref={composer.field}
          id={id}
          rows={1}
          value={text}
          placeholder="Write a message"
          aria-describedby={`${id}-left`}
          aria-invalid={left < 0 ? true : undefined}
          onKeyDown={composer.onKeyDown}
          onChange={(event) => {
            composer.write(event.target.value)
            onType(event.target.value.trim() !== '')
          }}
          className="field-sizing-content max-h-40 short:max-h-20 resize-none! min-h-11 min-w-0 flex-1"
        />
        <Button type="submit" size="icon" aria-label="Send" disabled={!composer.canSend}>
          <SendHorizontal className="size-5" aria-hidden="true" />
        </Button>
      </div>
      <CharactersLeft id={`${id}-left`} left={left} />
    </form>
  )
}

function CharactersLeft({ id, left }: { id: string; left: number }) {
  return (
    <p
      id={id}
      role={left < 0 ? 'alert' : undefined}
      className={cn(
        'mt-1.5 flex justify-between gap-3 px-1 text-xs',
        left < 0 ? 'font-semibold text-danger-ink' : 'text-ink-faint',
        left > shownFromLeft && 'short:sr-only',
      )}
    >
      <span className="pointer-coarse:hidden max-sm:hidden">
        Enter sends, Shift + Enter makes a new line.
      </span>
      <span className="ml-auto tabular-nums">
        {left < 0
          ? `${pluralize(-left, 'character')} too many`
          : left <= shownFromLeft
            ? `${left} of ${limits.messageMax} characters left`
            : `Up to ${limits.messageMax} characters`}
      </span>
    </p>
  )
}
