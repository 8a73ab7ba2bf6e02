import { texts } from '@marga/contract/texts'
import { Search } from 'lucide-react'
import { useId } from 'react'
import { Form, useNavigate } from 'react-router'
import { paths } from '../lib/paths.ts'
import { useProfileHref } from '../lib/profile-href.ts'
import { inputStyle } from '../ui/input.tsx'
import { SuggestionList } from './suggestion-list.tsx'
import { useSuggestions } from './use-suggestions.ts'

/** Leads to the browse page; an ordinary GET form, so that it works before the page is hydrated. */
export function SearchBox({ size = 'bar' }: { size?: 'bar' | 'hero' }) {
  const id = useId()
  const isHero = size === 'hero'
  const navigate = useNavigate()
  const profileHref = useProfileHref()
  const suggestions = useSuggestions(({ text, mentorId }) =>
    navigate(mentorId ? profileHref(mentorId) : paths.browse.search.getHref({}, { search: text })),
  )
  return (
    <Form
      action={paths.browse.search.pattern}
      onSubmit={suggestions.close}
      role="search"
      className="relative w-full"
    >
      <label htmlFor={id} className="sr-only">
        {texts.landing.searchPlaceholder}
      </label>
      <Search
        className={`pointer-events-none absolute top-1/2 -translate-y-1/2 text-ink-faint ${isHero ? 'left-5 size-5 max-xs:hidden' : 'left-3 size-4'}`}
        aria-hidden="true"
      />
      <input
        id={id}
        type="search"
        name="search"
        maxLength={200}
        {...suggestions.input}
        onChange={(event) => suggestions.ask(event.target.value)}
        placeholder={texts.landing.searchPlaceholder}
        className={`${inputStyle} ${isHero ? 'h-14 rounded-xl pr-16 pl-4 text-lg shadow-card xs:pr-30 xs:pl-13' : 'h-10 pl-9 md:text-sm'}`}
      />
      <SuggestionList {...suggestions} />
      {isHero ? (
        <button
          type="submit"
          className="absolute inset-y-1.5 right-1.5 rounded-lg bg-accent px-3.5 font-semibold text-on-accent hover:bg-accent-hover xs:px-5"
        >
          <Search className="size-5 xs:hidden" aria-hidden="true" />
          <span className="max-xs:sr-only">Search</span>
        </button>
      ) : null}
    </Form>
  )
}
