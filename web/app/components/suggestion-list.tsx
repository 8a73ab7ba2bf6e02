import { Building2, Lightbulb, UserRound } from 'lucide-react'
import type { Suggestions } from './use-suggestions.ts'

const kinds = {
  skill: { icon: Lightbulb, name: 'Skill' },
  firm: { icon: Building2, name: 'Firm' },
  mentor: { icon: UserRound, name: 'Mentor' },
} as const

/** The list under a search field. Place it in a `relative` box beside the input. */
export function SuggestionList({ list, active, listId, optionId, choose }: Suggestions) {
  const isOpen = list.length > 0
  return (
    <>
      <div
        id={listId}
        role="listbox"
        aria-label="Suggestions"
        hidden={!isOpen}
        className="absolute inset-x-0 top-full z-40 mt-1.5 overflow-hidden rounded-lg border border-line bg-surface py-1.5 text-left shadow-float"
      >
        {list.map((suggestion, index) => {
          const { icon: Icon, name } = kinds[suggestion.kind]
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys belong to the combobox
            <div
              key={`${suggestion.kind} ${suggestion.mentorId ?? suggestion.text}`}
              id={optionId(index)}
              role="option"
              tabIndex={-1}
              aria-selected={index === active}
              className={`flex min-h-11 cursor-pointer items-center gap-3 px-4 text-base ${index === active ? 'bg-sunken' : 'hover:bg-sunken'}`}
              // Before the field loses the focus and the list closes.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(suggestion)}
            >
              <Icon className="size-4 shrink-0 text-ink-faint" aria-hidden="true" />
              <span className="min-w-0 flex-1 truncate">{suggestion.text}</span>
              <span className="text-sm text-ink-soft">{name}</span>
            </div>
          )
        })}
      </div>
      <p role="status" className="sr-only">
        {isOpen ? `${list.length} ${list.length === 1 ? 'suggestion' : 'suggestions'}` : ''}
      </p>
    </>
  )
}
