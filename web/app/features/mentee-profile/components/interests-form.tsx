import { texts } from '@marga/contract/texts'
import { type FormEvent, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Card, CardTitle } from '../../../ui/card.tsx'
import { cn } from '../../../ui/cn.ts'
import { useEditMentee } from '../mutations.ts'
import { interestsRefusal, withTyped } from '../rules.ts'
import { InterestsField } from './interests-field.tsx'

type InterestsFormProps = {
  menteeId: string
  interests: readonly string[]
  /** What mentors offer, to be pressed. */
  offered: readonly string[]
}

/** So many are enough for mentors to be found by. */
export const interestsWanted = 3

/** Asks a new mentee what they want to learn: three things, pressed or typed. */
export function InterestsForm({ menteeId, interests, offered }: InterestsFormProps) {
  const [chosen, setChosen] = useState<string[]>([...interests])
  const [text, setText] = useState('')
  const [isRefused, setIsRefused] = useState(false)
  const edit = useEditMentee(menteeId)
  const toggle = (skill: string) =>
    setChosen((all) => (all.includes(skill) ? all.filter((one) => one !== skill) : [...all, skill]))
  const save = (event: FormEvent) => {
    event.preventDefault()
    const all = withTyped(text, chosen)
    setIsRefused(all === null)
    if (!all) return
    setText('')
    setChosen(all)
    edit.mutate({ interests: all })
  }
  const left = interestsWanted - chosen.length
  return (
    <Card className="mb-10 sm:p-8">
      <form onSubmit={save} className="grid grid-cols-1 gap-5">
        <div>
          <CardTitle>What do you want to get better at?</CardTitle>
          <p className="mt-1 text-ink-soft">
            Choose three things, and we look for up to three mentors who teach them. You can change them in
            your profile.
          </p>
        </div>
        <OfferedSkills offered={offered} chosen={chosen} onToggle={toggle} />
        <InterestsField
          interests={chosen.filter((one) => !offered.includes(one))}
          text={text}
          error={isRefused ? interestsRefusal : edit.isError ? texts.profile.menteeFailed : undefined}
          onChange={(own) => setChosen((all) => [...all.filter((one) => offered.includes(one)), ...own])}
          onType={(typed) => {
            setIsRefused(false)
            setText(typed)
          }}
        />
        <div className="flex flex-wrap items-center gap-4">
          <Button type="submit" isLoading={edit.isPending} disabled={left > 0 && text.trim() === ''}>
            Show my mentors
          </Button>
          <p role="status" className="text-sm text-ink-soft">
            {left > 0 ? `${left} more to choose` : `${chosen.length} chosen`}
          </p>
        </div>
      </form>
    </Card>
  )
}

type OfferedSkillsProps = {
  offered: readonly string[]
  chosen: readonly string[]
  onToggle: (skill: string) => void
}

const OfferedSkills = ({ offered, chosen, onToggle }: OfferedSkillsProps) => (
  <fieldset aria-label="What mentors teach" className="flex flex-wrap gap-2">
    {offered.map((skill) => (
      <button
        key={skill}
        type="button"
        aria-pressed={chosen.includes(skill)}
        onClick={() => onToggle(skill)}
        className={cn(
          'min-h-11 rounded-full border px-4 text-sm font-semibold',
          chosen.includes(skill)
            ? 'border-accent bg-accent-soft text-accent-ink'
            : 'border-line-strong bg-surface hover:bg-sunken',
        )}
      >
        {skill}
      </button>
    ))}
  </fieldset>
)
