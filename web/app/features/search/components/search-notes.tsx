import type { Filters } from '../rules.ts'

type SearchNotesProps = {
  filters: Filters
  correctedSearch: string | null | undefined
  isPartial: boolean | undefined
  hasResults: boolean
  onAsk: (filters: Filters) => void
}

/** What the search did with the words: corrected them, or found nobody with all of them. */
export function SearchNotes({ filters, correctedSearch, hasResults, onAsk, ...found }: SearchNotesProps) {
  const isPartial = found.isPartial && hasResults
  if (!correctedSearch && !isPartial) return null
  return (
    <div className="mb-5 grid gap-1 text-ink-soft" role="status">
      {correctedSearch ? (
        <p>
          Showing results for <strong className="text-ink">{correctedSearch}</strong>.{' '}
          <button
            type="button"
            className="min-h-6 text-accent-ink underline underline-offset-2"
            onClick={() => onAsk({ ...filters, exact: '1' })}
          >
            Search instead for “{filters.search}”
          </button>
        </p>
      ) : null}
      {isPartial ? <p>No mentor matches all of these words. These match some of them.</p> : null}
    </div>
  )
}
