import type { Facets } from '@marga/contract/search'
import { texts } from '@marga/contract/texts'
import { Search, SlidersHorizontal } from 'lucide-react'
import { lazy, Suspense, useEffect, useId, useRef, useState } from 'react'
import { SuggestionList } from '../../../components/suggestion-list.tsx'
import { useSuggestions } from '../../../components/use-suggestions.ts'
import { Button } from '../../../ui/button.tsx'
import { CountBadge } from '../../../ui/count-badge.tsx'
import { Input } from '../../../ui/input.tsx'
import { Select } from '../../../ui/select.tsx'
import { countFilters, type Filters, sortOptions } from '../rules.ts'

const FilterSheet = lazy(() => import('./filter-sheet.tsx').then((m) => ({ default: m.FilterSheet })))
const typingPauseMs = 300

type SearchToolbarProps = {
  filters: Filters
  facets?: Facets | undefined
  onChange: (filters: Filters) => void
  /** A mentor was chosen from the suggestions. */
  onOpenMentor: (mentorId: string) => void
}

/** Search text, order, and the button that opens the filters on small screens. */
export function SearchToolbar({ filters, facets, onChange, onOpenMentor }: SearchToolbarProps) {
  const [isSheetOpen, setIsSheetOpen] = useState(false)
  const sortId = useId()
  return (
    <div className="mb-6 grid grid-cols-[1fr_auto] gap-3 lg:grid-cols-[1fr_13rem]">
      <search className="max-lg:col-span-2">
        <SearchText
          value={filters.search}
          onChange={(search) => onChange({ ...filters, search, exact: undefined })}
          onOpenMentor={onOpenMentor}
        />
      </search>
      <div>
        <label htmlFor={sortId} className="sr-only">
          Sort by
        </label>
        <Select
          id={sortId}
          options={sortOptions}
          value={filters.sort}
          onChange={(event) => onChange({ ...filters, sort: event.target.value as Filters['sort'] })}
        />
      </div>
      <Button variant="secondary" className="lg:hidden" onClick={() => setIsSheetOpen(true)}>
        <SlidersHorizontal className="size-5" aria-hidden="true" />
        Filters
        <CountBadge count={countFilters(filters)} noun="filter" />
      </Button>
      {isSheetOpen ? (
        <Suspense>
          <FilterSheet
            filters={filters}
            facets={facets}
            onChange={onChange}
            onClose={() => setIsSheetOpen(false)}
          />
        </Suspense>
      ) : null}
    </div>
  )
}

type SearchTextProps = {
  value: string
  onChange: (text: string) => void
  onOpenMentor: (mentorId: string) => void
}

/** Asks again a moment after the last key, or at once by Enter. Takes over what was typed early. */
function SearchText({ value, onChange, onOpenMentor }: SearchTextProps) {
  const suggestions = useSuggestions(({ text, mentorId }) => {
    clearTimeout(timer.current)
    if (mentorId) return onOpenMentor(mentorId)
    if (input.current) input.current.value = text
    onChange(text)
  })
  const input = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const asked = useRef(value)
  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => {
    // The address changed by something else than this field: a link, "clear", or a step back.
    if (input.current && value !== asked.current) input.current.value = value
    asked.current = value
  }, [value])
  const ask = () => {
    clearTimeout(timer.current)
    asked.current = input.current?.value.trim() ?? ''
    if (asked.current !== value) onChange(asked.current)
  }
  // A filter may be chosen while the timer runs.
  const latestAsk = useRef(ask)
  useEffect(() => {
    latestAsk.current = ask
  })
  return (
    <form
      method="get"
      className="relative"
      onSubmit={(event) => {
        event.preventDefault()
        suggestions.close()
        ask()
      }}
    >
      <Search
        className="pointer-events-none absolute top-1/2 left-3.5 size-5 -translate-y-1/2 text-ink-faint"
        aria-hidden="true"
      />
      <Input
        ref={input}
        type="search"
        name="search"
        aria-label={texts.landing.searchPlaceholder}
        placeholder={texts.landing.searchPlaceholder}
        maxLength={200}
        {...suggestions.input}
        defaultValue={value}
        className="pl-11"
        onChange={(event) => {
          suggestions.ask(event.target.value)
          clearTimeout(timer.current)
          timer.current = setTimeout(() => latestAsk.current(), typingPauseMs)
        }}
      />
      <SuggestionList {...suggestions} />
    </form>
  )
}
