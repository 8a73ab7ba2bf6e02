import { api } from '@marga/contract/api'
import { texts } from '@marga/contract/texts'
import { useRef } from 'react'
import { Link, useLoaderData, useLocation } from 'react-router'
import { JsonLd } from '../../components/json-ld.tsx'
import { PageMeta } from '../../components/page-meta.tsx'
import { DeviceFavouriteButton } from '../../features/favourites/components/device-favourite-button.tsx'
import { FirstMonth } from '../../features/mentors/components/first-month.tsx'
import { IntroAndTimes } from '../../features/mentors/components/intro-and-times.tsx'
import { MentorAbout } from '../../features/mentors/components/mentor-about.tsx'
import { OfferBox } from '../../features/mentors/components/offer-box.tsx'
import { ProfileHeader } from '../../features/mentors/components/profile-header.tsx'
import { ShareProfile } from '../../features/mentors/components/share-profile.tsx'
import { SubscribeBar } from '../../features/mentors/components/subscribe-bar.tsx'
import { profileJsonLd } from '../../features/mentors/rules.ts'
import { Reviews } from '../../features/reviews/components/reviews.tsx'
import { SimilarMentors } from '../../features/search/components/similar-mentors.tsx'
import { findSimilar } from '../../features/search/similar.ts'
import { dataOrFailure } from '../../lib/fetcher-failure.ts'
import { useInstallation } from '../../lib/installation.ts'
import { paths } from '../../lib/paths.ts'
import { useProfileHref } from '../../lib/profile-href.ts'
import { asResponse, hostContext } from '../../lib/server-context.ts'
import { storeWantedMentor } from '../../lib/sign-in-reason.ts'
import { usePagedLoader } from '../../lib/use-paged-loader.ts'
import { type ButtonStyle, buttonStyle } from '../../ui/button-style.ts'
import type { Route } from './+types/mentor-profile-page'

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { call: sendRequest } = context.get(hostContext)
  const cursor = new URL(request.url).searchParams.get('cursor') || undefined
  try {
    const [{ mentorData }, { times }, reviews] = await Promise.all([
      sendRequest(api.mentors.profile, { params }),
      sendRequest(api.search.availability, { params }),
      sendRequest(api.reviews.list, { params, query: { limit: 5, cursor } }),
    ])
    // Later pages bring reviews only.
    const similar = cursor
      ? []
      : await findSimilar(
          async (query) => (await sendRequest(api.search.mentors, { query })).mentorsSearchResult,
          mentorData,
        )
    return { mentor: mentorData, times, reviews, similar }
  } catch (error) {
    throw asResponse(error)
  }
}

/** Further pages are asked for by a fetcher. */
export const clientLoader = (args: Route.ClientLoaderArgs) => dataOrFailure(args, 'cursor')

export default function MentorProfilePage() {
  const { pages, more } = usePagedLoader(
    useLoaderData<typeof loader>(),
    useLocation(),
    ({ reviews }) => reviews.nextCursor,
  )
  const [first] = pages
  const { mentor, times } = first
  const { config, origin } = useInstallation()
  const profileHref = useProfileHref()
  const offer = useRef<HTMLElement>(null)
  const name = `${mentor.firstName} ${mentor.lastName}`
  return (
    <div className="page py-10">
      <PageMeta
        kind="profile"
        title={`${name}, ${texts.titleAtFirm(mentor.jobTitle, mentor.firmName)}`}
        description={mentor.shortBio ?? mentor.bio.slice(0, 160)}
      />
      <JsonLd data={profileJsonLd(mentor, origin)} />
      <div className="grid grid-cols-1 gap-8 lg:grid-cols-[1fr_22rem] lg:grid-rows-[auto_1fr]">
        <ProfileHeader mentor={mentor}>
          <div className="flex flex-wrap items-center gap-2">
            <ShareProfile path={paths.browse.profile.getHref({ mentorId: mentor._id })} name={name} />
            <DeviceFavouriteButton mentorId={mentor._id} name={name} />
          </div>
        </ProfileHeader>
        <aside
          ref={offer}
          aria-label="Offer"
          className="self-start lg:sticky lg:top-20 lg:col-start-2 lg:row-span-2 lg:row-start-1"
        >
          <Offer mentor={mentor} times={times} />
        </aside>
        <div className="grid min-w-0 content-start gap-10">
          <MentorAbout mentor={mentor} />
          <FirstMonth firstName={mentor.firstName} />
          <Reviews
            mentorFirstName={mentor.firstName}
            summary={first.reviews.summary}
            reviews={pages.flatMap((page) => page.reviews.reviews)}
            more={more}
          />
        </div>
      </div>
      <SimilarMentors mentors={first.similar} profileHref={profileHref} />
      {config.payments === 'none' ? null : (
        <SubscribeBar monthlyFee={mentor.monthlyFee} offer={offer}>
          <SubscribeLink mentor={mentor} />
        </SubscribeBar>
      )}
    </div>
  )
}

type OfferProps = Pick<ReturnType<typeof useLoaderData<typeof loader>>, 'mentor' | 'times'>

function Offer({ mentor, times }: OfferProps) {
  const { config } = useInstallation()
  return (
    <OfferBox
      mentor={mentor}
      action={
        config.payments === 'none' ? (
          <p className="text-sm text-ink-soft">Subscriptions are not open on this site yet.</p>
        ) : (
          <SubscribeLink mentor={mentor} isWide size="lg" />
        )
      }
    >
      <IntroAndTimes mentor={mentor} times={times} onIntro={() => storeWantedMentor(mentor)} />
    </OfferBox>
  )
}

/** The guard of the mentee area asks for the sign-in and brings the person back to the same mentor. */
const SubscribeLink = ({ mentor, ...look }: Pick<OfferProps, 'mentor'> & ButtonStyle) => (
  <Link
    to={paths.mentees.mentorProfile.getHref({ mentorId: mentor._id })}
    onClick={() => (mentor.capacity.isFull ? undefined : storeWantedMentor(mentor))}
    className={buttonStyle(look)}
  >
    {mentor.capacity.isFull ? 'Join the waitlist' : 'Subscribe'}
  </Link>
)
