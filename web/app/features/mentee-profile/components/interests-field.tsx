import { X } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { useFocusWhenFewer } from '../../../lib/use-focus-after.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { addInterests, interestsRefusal } from '../rules.ts'

type InterestsFieldProps = {
  interests: readonly string[]
  /** What is being typed; saving takes it along. */
  text: string
  error: string | undefined
  onChange: (interests: string[]) => void
  onType: (text: string) => void
}

/** What the mentee wants to learn, one chip each; Enter or a comma ends one. */
export function InterestsField({ interests, text, error, onChange, onType }: InterestsFieldProps) {
  const [refusal, setRefusal] = useState<string>()
  const place = useFocusWhenFewer<HTMLDivElement>(interests.length)
  const add = () => {
    if (text.trim() === '') return
    const next = addInterests(text, interests)
    setRefusal(next ? undefined : interestsRefusal)
    if (!next) return
    onType('')
    onChange(next)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if ((event.key !== 'Enter' && event.key !== ',') || event.nativeEvent.isComposing) return
    event.preventDefault()
    add()
  }
  return (
    <div ref={place} tabIndex={-1} className="grid grid-cols-1 gap-3 outline-none">
      <div className="flex items-end gap-3">
        <Field label="Interests" error={refusal ?? error} className="min-w-0 flex-1">
          {(control) => (
            <Input
              {...control}
              value={text}
              onChange={(event) => {
                setRefusal(undefined)
                onType(event.currentTarget.value)
              }}
              onKeyDown={onKeyDown}
              placeholder="Such as System design"
              autoComplete="off"
            />
          )}
        </Field>
        <Button variant="secondary" onClick={add} className={refusal || error ? 'self-center' : undefined}>
          Add
        </Button>
      </div>
      <Chips
        interests={interests}
        onRemove={(interest) => {
          // There may be room now for what is typed.
          setRefusal(undefined)
          onChange(interests.filter((each) => each !== interest))
        }}
      />
    </div>
  )
}

type ChipsProps = { interests: readonly string[]; onRemove: (interest: string) => void }

const Chips = ({ interests, onRemove }: ChipsProps) =>
  interests.length > 0 ? (
    <ul className="flex flex-wrap gap-2" aria-label="Your interests">
      {interests.map((interest) => (
        <li
          key={interest}
          className="inline-flex max-w-full items-center rounded-full bg-sunken pl-3.5 text-sm font-semibold"
        >
          <span className="truncate">{interest}</span>
          <button
            type="button"
            aria-label={`Remove ${interest}`}
            onClick={() => onRemove(interest)}
            className="grid size-11 shrink-0 place-items-center rounded-full text-ink-faint hover:text-danger-ink"
          >
            <X className="size-4" aria-hidden="true" />
          </button>
        </li>
      ))}
    </ul>
  ) : null
