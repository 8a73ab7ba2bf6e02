import { api } from '@marga/contract/api'
import { ui } from '@marga/contract/limits'
import { lazy, Suspense } from 'react'
import { useLoaderData } from 'react-router'
import { JsonLd } from '../../components/json-ld.tsx'
import { MentorCard } from '../../components/mentor-card.tsx'
import { PageMeta } from '../../components/page-meta.tsx'
import { AccountDeletedNotice } from '../../features/landing/components/account-deleted-notice.tsx'
import { Hero } from '../../features/landing/components/hero.tsx'
import { anyMentor, countFilters, type Filters } from '../../features/search/rules.ts'
import { readStoredSearch } from '../../features/search/stored-search.ts'
import { currentRole } from '../../lib/auth-storage.ts'
import { redirectSignedIn } from '../../lib/guards.ts'
import { useInstallation } from '../../lib/installation.ts'
import { paths } from '../../lib/paths.ts'
import { useProfileHref } from '../../lib/profile-href.ts'
import { asResponse, hostContext, type InProcessCall } from '../../lib/server-context.ts'
import type { Route } from './+types/landing-page'
import { findLandingFacts } from './landing-facts.ts'

const LowerSections = lazy(async () => ({
  default: (await import('../../features/landing/components/lower-sections.tsx')).LowerSections,
}))

/** At most four mentors of the stored search; the best rated ones where nothing is stored or found. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { call } = context.get(hostContext)
  try {
    const [shown, facts] = await Promise.all([
      findShown(call, readStoredSearch(request.headers.get('cookie'))),
      findLandingFacts(call),
    ])
    return { ...shown, facts }
  } catch (error) {
    throw asResponse(error)
  }
}

async function findShown(call: InProcessCall, stored: Filters) {
  const limit = ui.landingCards
  const isStored = stored.search !== '' || countFilters(stored) > 0
  const found = isStored ? await call(api.search.mentors, { query: { ...stored, limit } }) : null
  if (found && found.mentorsSearchResult.length > 0)
    return { mentors: found.mentorsSearchResult, isOwnSearch: true }
  const best = await call(api.search.mentors, { query: { ...anyMentor, sort: 'rating', limit } })
  return { mentors: best.mentorsSearchResult, isOwnSearch: false }
}

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [redirectSignedIn]
export const clientLoader = ({ serverLoader }: Route.ClientLoaderArgs) => serverLoader()
/** Makes the middleware run on the first page, too. Where nobody is signed in it would only draw the page again. */
clientLoader.hydrate = currentRole() !== null

export default function LandingPage() {
  const { mentors, isOwnSearch, facts } = useLoaderData<typeof loader>()
  const { config, origin } = useInstallation()
  const profileHref = useProfileHref()
  return (
    <>
      <PageMeta
        title="Find a mentor who has done it"
        description="Vetted mentors from Indian industry. A flat monthly fee for chat, four one-hour video calls and honest answers."
      />
      <JsonLd data={siteJsonLd(config.productName, origin)} />
      <AccountDeletedNotice />
      <Hero featured={mentors[0]} skills={facts.skills} profileHref={profileHref} />
      {mentors.length > 0 ? (
        <section className="page py-14" aria-labelledby="mentors">
          <h2 id="mentors" className="text-3xl">
            {isOwnSearch ? 'From your last search' : 'Meet some of our mentors'}
          </h2>
          <ul className="rising mt-8 grid gap-5 sm:grid-cols-2 xl:grid-cols-4">
            {mentors.map((mentor) => (
              <MentorCard key={mentor._id} mentor={mentor} profileHref={profileHref(mentor._id)} />
            ))}
          </ul>
        </section>
      ) : null}
      <Suspense>
        <LowerSections facts={facts} />
      </Suspense>
    </>
  )
}

/** What the site is, and where a search engine may search it. */
function siteJsonLd(name: string, origin: string) {
  const search = new URL(paths.browse.search.getHref(), origin)
  return {
    '@context': 'https://schema.org',
    '@type': 'WebSite',
    name,
    url: origin,
    publisher: { '@type': 'Organization', name, url: origin },
    potentialAction: {
      '@type': 'SearchAction',
      target: { '@type': 'EntryPoint', urlTemplate: `${search.href}?search={search_term_string}` },
      'query-input': 'required name=search_term_string',
    },
  }
}
