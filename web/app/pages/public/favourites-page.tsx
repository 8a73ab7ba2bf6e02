import { api } from '@marga/contract/api'
import { redirect } from 'react-router'
import { PageMeta } from '../../components/page-meta.tsx'
import { DeviceFavouriteButton } from '../../features/favourites/components/device-favourite-button.tsx'
import { FavouriteList } from '../../features/favourites/components/favourite-list.tsx'
import { useDeviceCards } from '../../features/favourites/hooks/use-device-cards.ts'
import { readLogin } from '../../lib/auth-storage.ts'
import { dataOrFailure } from '../../lib/fetcher-failure.ts'
import { paths } from '../../lib/paths.ts'
import { asResponse, hostContext } from '../../lib/server-context.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import type { Route } from './+types/favourites-page'

/** The ids stand in this browser: the page comes without, and asks again with them. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const ids = new URL(request.url).searchParams.get('ids')
  if (!ids) return { mentors: [] }
  try {
    return await context.get(hostContext).call(api.search.cards, { query: { ids } })
  } catch (error) {
    throw asResponse(error)
  }
}

/** A mentee's favourites are those of the account. */
const toOwnFavourites: Route.ClientMiddlewareFunction = () => {
  if (readLogin('mentee')) throw redirect(paths.mentees.favourites.getHref())
}
export const clientMiddleware = [toOwnFavourites]
/** Makes the middleware run on the first page, too. */
export const clientLoader = (args: Route.ClientLoaderArgs) => dataOrFailure(args, 'ids')
clientLoader.hydrate = true as const

export default function FavouritesPage() {
  const { mentors, isLost, isFetching, refetch } = useDeviceCards(paths.browse.favourites.getHref())
  return (
    <div className="page overflow-x-clip py-10">
      <PageMeta title="Favourites" description="Mentors that you have put aside in this browser." />
      <PageHeader
        title="Favourites"
        description="Kept in this browser. Sign in as a mentee, and they are on your account, on every device."
      />
      {isLost ? (
        <div className="mb-5">
          <ErrorState message="Could not be loaded." onRetry={refetch} isRetrying={isFetching} />
        </div>
      ) : null}
      {isLost && !mentors ? null : (
        <FavouriteList
          mentors={mentors}
          browseHref={paths.browse.search.getHref()}
          profileHref={(mentorId) => paths.browse.profile.getHref({ mentorId })}
          renderButton={(of) => <DeviceFavouriteButton {...of} />}
        />
      )}
    </div>
  )
}
