import { texts } from '@marga/contract/texts'
import { Search } from 'lucide-react'
import { useId } from 'react'
import { Form, useLocation } from 'react-router'
import { paths } from '../lib/paths.ts'
import { inputStyle } from '../ui/input.tsx'

/** Leads to the browse page; an ordinary GET form, so that it works before the page is alive. */
export function SearchBox({ size = 'bar' }: { size?: 'bar' | 'hero' }) {
  const id = useId()
  const { pathname, search } = useLocation()
  const isBrowsing = pathname === paths.browse.search.pattern
  const current = isBrowsing ? (new URLSearchParams(search).get('search') ?? '') : ''
  const isHero = size === 'hero'
  return (
    <Form action={paths.browse.search.pattern} role="search" className="relative w-full">
      <label htmlFor={id} className="sr-only">
        {texts.landing.searchPlaceholder}
      </label>
      <Search
        className={`pointer-events-none absolute top-1/2 -translate-y-1/2 text-ink-faint ${isHero ? 'left-5 size-5' : 'left-3 size-4'}`}
        aria-hidden="true"
      />
      <input
        key={current}
        id={id}
        type="search"
        name="search"
        maxLength={200}
        defaultValue={current}
        autoComplete="off"
        placeholder={texts.landing.searchPlaceholder}
        className={`${inputStyle} ${isHero ? 'h-14 rounded-xl pr-30 pl-13 text-lg shadow-card' : 'h-10 pl-9 text-sm'}`}
      />
      {isHero ? (
        <button
          type="submit"
          className="absolute inset-y-1.5 right-1.5 rounded-lg bg-accent px-5 font-semibold text-on-accent hover:bg-accent-hover"
        >
          Search
        </button>
      ) : null}
    </Form>
  )
}
