import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { PageTitle } from '../../components/page-title.tsx'
import { FavouritesLink } from '../../features/favourites/components/favourites-link.tsx'
import { OwnFavouriteButton } from '../../features/favourites/components/own-favourite-button.tsx'
import { MentorResults } from '../../features/search/components/mentor-results.tsx'
import { ResultCount } from '../../features/search/components/result-count.tsx'
import { SearchFilters } from '../../features/search/components/search-filters.tsx'
import { SearchNotes } from '../../features/search/components/search-notes.tsx'
import { SearchToolbar } from '../../features/search/components/search-toolbar.tsx'
import { mentorFacetsQuery, mentorSearchQuery } from '../../features/search/queries.ts'
import { type Filters, filterQuery, readFilters } from '../../features/search/rules.ts'
import { paths } from '../../lib/paths.ts'
import { PageHeader } from '../../ui/page-header.tsx'

const { browse, favourites, mentorProfile } = paths.mentees

/** Here the search text is part of the path; price, rating and order stand in the query. */
export default function MenteeBrowsePage() {
  const { search = '' } = useParams()
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const filters: Filters = { ...readFilters(query), search }
  const found = useInfiniteQuery(mentorSearchQuery(filters))
  const facets = useQuery(mentorFacetsQuery(filters))
  const ask = (next: Filters) => {
    const { search: text, ...rest } = filterQuery(next)
    // A step back undoes a filter; letters that are typed make one place.
    const isTyping = next.search !== search
    void navigate(browse.getHref({ search: text }, rest), { replace: isTyping, preventScrollReset: true })
  }
  const pages = found.data?.pages ?? []
  return (
    <div className="overflow-x-clip">
      <PageTitle>{search ? `Mentors for “${search}”` : 'Browse mentors'}</PageTitle>
      <PageHeader
        title="Browse mentors"
        description="Search by skill, name or firm. A month holds four one-hour calls."
        actions={<FavouritesLink href={favourites.getHref()} />}
      />
      <SearchToolbar
        filters={filters}
        facets={facets.data}
        onChange={ask}
        onOpenMentor={(mentorId) => void navigate(mentorProfile.getHref({ mentorId }))}
      />
      <SearchNotes
        filters={filters}
        correctedSearch={pages[0]?.correctedSearch}
        isPartial={pages[0]?.isPartial}
        hasResults={pages.some((page) => page.mentorsSearchResult.length > 0)}
        onAsk={ask}
      />
      <div className="grid items-start gap-8 lg:grid-cols-[13.5rem_1fr]">
        <aside aria-label="Filters" className="sticky top-20 hidden lg:block">
          <SearchFilters filters={filters} facets={facets.data} onChange={ask} />
        </aside>
        <section aria-label="Results" className="min-w-0">
          <h2 className="sr-only">Mentors</h2>
          <ResultCount facets={facets.isPlaceholderData ? undefined : facets.data} />
          <MentorResults
            mentors={pages.flatMap((page) => page.mentorsSearchResult)}
            profileHref={(mentorId) => mentorProfile.getHref({ mentorId })}
            isLoading={found.isPending}
            more={found}
            filters={filters}
            relax={facets.data?.relax}
            onAsk={ask}
            renderButton={(of) => <OwnFavouriteButton {...of} />}
          />
        </section>
      </div>
    </div>
  )
}
