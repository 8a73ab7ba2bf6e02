import { api } from '@marga/contract/api'
import { ui } from '@marga/contract/limits'
import { useLoaderData } from 'react-router'
import { MentorCard } from '../../components/mentor-card.tsx'
import { PageMeta } from '../../components/page-meta.tsx'
import { FeeSection } from '../../features/landing/components/fee-section.tsx'
import { Hero } from '../../features/landing/components/hero.tsx'
import { MentorCall } from '../../features/landing/components/mentor-call.tsx'
import { StepsSection } from '../../features/landing/components/steps-section.tsx'
import { VettingSection } from '../../features/landing/components/vetting-section.tsx'
import { anyMentor } from '../../features/search/rules.ts'
import { homeIfLoggedIn } from '../../lib/guards.ts'
import { useInstallation } from '../../lib/installation.ts'
import { useProfileHref } from '../../lib/profile-href.ts'
import { asResponse, hostContext } from '../../lib/server-context.ts'
import type { Route } from './+types/landing-page'

export async function loader({ context }: Route.LoaderArgs) {
  const { call } = context.get(hostContext)
  try {
    const found = await call(api.search.mentors, {
      query: { ...anyMentor, sort: 'rating', limit: ui.landingCards },
    })
    return { mentors: found.mentorsSearchResult }
  } catch (error) {
    throw asResponse(error)
  }
}

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [homeIfLoggedIn]
/** Makes the middleware run on the first page, too. */
export const clientLoader = ({ serverLoader }: Route.ClientLoaderArgs) => serverLoader()
clientLoader.hydrate = true as const

export default function LandingPage() {
  const { mentors } = useLoaderData<typeof loader>()
  const { config } = useInstallation()
  const profileHref = useProfileHref()
  return (
    <>
      <PageMeta
        title={`${config.productName}: find a mentor who has done it`}
        description="Vetted mentors from Indian industry. A flat monthly fee for chat, four one-hour video calls and honest answers."
      />
      <Hero featured={mentors[0]} profileHref={profileHref} />
      {mentors.length > 0 ? (
        <section className="page py-14" aria-labelledby="mentors">
          <h2 id="mentors" className="text-3xl">
            Meet a few of them
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
