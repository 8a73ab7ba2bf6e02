import { api } from '@marga/contract/api'
import type { MentorCard } from '@marga/contract/mentor-card'
import { data, useLoaderData, useLocation, useNavigate } from 'react-router'
import { JsonLd } from '../../components/json-ld.tsx'
import { PageMeta } from '../../components/page-meta.tsx'
import { DeviceFavouriteButton } from '../../features/favourites/components/device-favourite-button.tsx'
import { FavouritesLink } from '../../features/favourites/components/favourites-link.tsx'
import { MentorResults } from '../../features/search/components/mentor-results.tsx'
import { ResultCount } from '../../features/search/components/result-count.tsx'
import { SearchFilters } from '../../features/search/components/search-filters.tsx'
import { SearchNotes } from '../../features/search/components/search-notes.tsx'
import { SearchToolbar } from '../../features/search/components/search-toolbar.tsx'
import { useFilters } from '../../features/search/hooks/use-filters.ts'
import { type Filters, filterQuery, readFilters } from '../../features/search/rules.ts'
import { storedSearchCookie } from '../../features/search/stored-search.ts'
import { dataOrFailure } from '../../lib/fetcher-failure.ts'
import { useInstallation } from '../../lib/installation.ts'
import { paths } from '../../lib/paths.ts'
import { useProfileHref } from '../../lib/profile-href.ts'
import { asResponse, hostContext } from '../../lib/server-context.ts'
import { usePagedLoader } from '../../lib/use-paged-loader.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import type { Route } from './+types/browse-page'

export async function loader({ context, request }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams
  const filters = readFilters(query)
  try {
    const { call: sendRequest } = context.get(hostContext)
    const cursor = query.get('cursor') || undefined
    const [found, facets] = await Promise.all([
      sendRequest(api.search.mentors, { query: { ...filters, cursor, limit: 12 } }),
      // The counts stand beside the first page; the ones after it bring mentors only.
      cursor ? undefined : sendRequest(api.search.facets, { query: filters }),
    ])
    return data({ ...found, facets }, { headers: { 'set-cookie': storedSearchCookie(filters) } })
  } catch (error) {
    throw asResponse(error)
  }
}

/** Further pages are asked for by a fetcher. */
export const clientLoader = (args: Route.ClientLoaderArgs) => dataOrFailure(args, 'cursor')

const browseHref = (filters: Filters) => paths.browse.search.getHref({}, filterQuery(filters))

export default function BrowsePage() {
  const profileHref = useProfileHref()
  const { origin } = useInstallation()
  const navigate = useNavigate()
  const { filters, isAsking, ask } = useFilters(browseHref)
  const { pages, more } = usePagedLoader(
    useLoaderData<typeof loader>(),
    useLocation(),
    (page) => page.nextCursor,
  )
  const [first] = pages

  return (
    <div className="page overflow-x-clip py-10">
      <PageMeta
        title={filters.search ? `Mentors for “${filters.search}”` : 'Find a mentor'}
        description="Search vetted mentors by skill, name or firm; filter by price and rating."
      />
      <JsonLd data={listJsonLd(first.mentorsSearchResult, origin)} />
      <PageHeader
        title="Find a mentor"
        description="Search by skill, name or firm. A month holds four one-hour calls."
        actions={<FavouritesLink href={paths.browse.favourites.getHref()} />}
      />
      <SearchToolbar
        filters={filters}
        facets={first.facets}
        onChange={ask}
        onOpenMentor={(mentorId) => void navigate(profileHref(mentorId))}
      />
      <SearchNotes
        filters={filters}
        correctedSearch={first.correctedSearch}
        isPartial={first.isPartial}
        hasResults={first.mentorsSearchResult.length > 0}
        onAsk={ask}
      />
      <div className="grid items-start gap-8 lg:grid-cols-[13.5rem_1fr]">
        <aside aria-label="Filters" className="sticky top-20 hidden lg:block">
          <SearchFilters filters={filters} facets={first.facets} onChange={ask} />
        </aside>
        <section aria-label="Results" className="min-w-0">
          <h2 className="sr-only">Mentors</h2>
          <ResultCount facets={isAsking ? undefined : first.facets} />
          <MentorResults
            mentors={pages.flatMap((page) => page.mentorsSearchResult)}
            profileHref={profileHref}
            isLoading={isAsking}
            more={more}
            filters={filters}
            relax={first.facets?.relax}
            onAsk={ask}
            renderButton={(of) => <DeviceFavouriteButton {...of} />}
          />
        </section>
      </div>
    </div>
  )
}

/** The mentors of the first page, in their order, each at the page that everybody sees. */
const listJsonLd = (mentors: readonly MentorCard[], origin: string) => ({
  '@context': 'https://schema.org',
  '@type': 'ItemList',
  itemListElement: mentors.map(({ _id: mentorId, firstName, lastName }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name: `${firstName} ${lastName}`,
    url: new URL(paths.browse.profile.getHref({ mentorId }), origin).href,
  })),
})
