import { limits } from '@marga/contract/limits'
import { X } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useFocusWhenFewer } from '../../../lib/use-focus-after.ts'
import { Button } from '../../../ui/button.tsx'
import { Card, CardTitle } from '../../../ui/card.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { skillRejectionReason, skillRejections } from '../rules.ts'

type SkillsEditorProps = {
  skills: readonly string[]
  isAdding: boolean
  /** The skill that is being removed. */
  removing: string | undefined
  onAdd: (skill: string, onDone: () => void) => void
  onRemove: (skill: string) => void
}

/** What mentees find the mentor by, one chip each. */
export function SkillsEditor({ skills, isAdding, removing, onAdd, onRemove }: SkillsEditorProps) {
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()
  const place = useFocusWhenFewer<HTMLUListElement>(skills.length)
  const add = (event: FormEvent) => {
    event.preventDefault()
    const refusal = skillRejectionReason(text, skills)
    setError(refusal ? skillRejections[refusal] : undefined)
    const added = text.trim()
    // What was typed while it was under way is another skill.
    if (!refusal) onAdd(added, () => setText((now) => (now.trim() === added ? '' : now)))
  }
  return (
    <Card>
      <CardTitle>Skills</CardTitle>
      <p className="mt-1 mb-4 text-sm text-ink-soft">
        Mentees search by them. {skills.length} of {limits.skillsMax} used.
      </p>
      <ul ref={place} tabIndex={-1} className="mb-5 flex flex-wrap gap-2 outline-none">
        {skills.map((skill) => (
          <li
            key={skill}
            className="inline-flex max-w-full items-center rounded-full bg-sunken pl-3.5 text-sm font-semibold"
          >
            <span className="truncate">{skill}</span>
            <button
              type="button"
              aria-label={`Remove ${skill}`}
              // Not disabled, which would take the focus.
              aria-disabled={removing === skill}
              onClick={() => removing === skill || onRemove(skill)}
              className="grid size-9 shrink-0 place-items-center rounded-full text-ink-faint hover:text-danger-ink aria-disabled:opacity-40"
            >
              <X className="size-4" aria-hidden="true" />
            </button>
          </li>
        ))}
      </ul>
      <form method="post" noValidate onSubmit={add} className="flex items-start gap-3">
        <Field label="New skill" isLabelHidden error={error} className="min-w-0 flex-1">
          {(field) => (
            <Input
              {...field}
              value={text}
              onChange={(event) => setText(event.currentTarget.value)}
              placeholder="Such as System design"
              autoComplete="off"
            />
          )}
        </Field>
        <Button type="submit" variant="secondary" isLoading={isAdding}>
          Add skill
        </Button>
      </form>
    </Card>
  )
}
