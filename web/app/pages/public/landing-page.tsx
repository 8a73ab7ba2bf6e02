import { api } from '@marga/contract/api'
import { ui } from '@marga/contract/limits'
import { useLoaderData } from 'react-router'
import { MentorCard } from '../../components/mentor-card.tsx'
import { PageMeta } from '../../components/page-meta.tsx'
import { AccountDeletedNotice } from '../../features/landing/components/account-deleted-notice.tsx'
import { FeeSection } from '../../features/landing/components/fee-section.tsx'
import { Hero } from '../../features/landing/components/hero.tsx'
import { MentorCall } from '../../features/landing/components/mentor-call.tsx'
import { StepsSection } from '../../features/landing/components/steps-section.tsx'
import { VettingSection } from '../../features/landing/components/vetting-section.tsx'
import { anyMentor, countFilters } from '../../features/search/rules.ts'
import { readStoredSearch } from '../../features/search/stored-search.ts'
import { redirectSignedIn } from '../../lib/guards.ts'
import { useProfileHref } from '../../lib/profile-href.ts'
import { asResponse, hostContext } from '../../lib/server-context.ts'
import type { Route } from './+types/landing-page'

/** At most four mentors of the stored search; the best rated ones where nothing is stored or found. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { call: sendRequest } = context.get(hostContext)
  const limit = ui.landingCards
  const stored = readStoredSearch(request.headers.get('cookie'))
  const isStored = stored.search !== '' || countFilters(stored) > 0
  try {
    const found = isStored ? await sendRequest(api.search.mentors, { query: { ...stored, limit } }) : null
    if (found && found.mentorsSearchResult.length > 0) {
      return { mentors: found.mentorsSearchResult, isOwnSearch: true }
    }
    const best = await sendRequest(api.search.mentors, { query: { ...anyMentor, sort: 'rating', limit } })
    return { mentors: best.mentorsSearchResult, isOwnSearch: false }
  } catch (error) {
    throw asResponse(error)
  }
}

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [redirectSignedIn]
/** Makes the middleware run on the first page, too. */
export const clientLoader = ({ serverLoader }: Route.ClientLoaderArgs) => serverLoader()
clientLoader.hydrate = true as const

export default function LandingPage() {
  const { mentors, isOwnSearch } = useLoaderData<typeof loader>()
  const profileHref = useProfileHref()
  return (
    <>
      <PageMeta
        title="Find a mentor who has done it"
        description="Vetted mentors from Indian industry. A flat monthly fee for chat, four one-hour video calls and honest answers."
      />
      <AccountDeletedNotice />
      <Hero featured={mentors[0]} profileHref={profileHref} />
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
      <StepsSection />
      <FeeSection />
      <VettingSection />
      <MentorCall />
    </>
  )
}
