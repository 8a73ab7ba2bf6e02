import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { PageTitle } from '../../components/page-title.tsx'
import { FavouriteList } from '../../features/favourites/components/favourite-list.tsx'
import { OwnFavouriteButton } from '../../features/favourites/components/own-favourite-button.tsx'
import { favouriteCardsQuery, favouritesQuery } from '../../features/favourites/queries.ts'
import { paths } from '../../lib/paths.ts'
import { PageHeader } from '../../ui/page-header.tsx'

const { browse, mentorProfile } = paths.mentees

export default function FavouritesPage() {
  const { data: ids } = useQuery(favouritesQuery)
  const { data: mentors } = useQuery({
    ...favouriteCardsQuery(ids ?? []),
    enabled: ids !== undefined,
    placeholderData: keepPreviousData,
  })
  return (
    <div className="overflow-x-clip">
      <PageTitle>Favourites</PageTitle>
      <PageHeader title="Favourites" description="Mentors you have put aside for later." />
      <FavouriteList
        mentors={mentors?.filter(({ _id }) => ids?.includes(_id))}
        browseHref={browse.getHref()}
        profileHref={(mentorId) => mentorProfile.getHref({ mentorId })}
        renderButton={(of) => <OwnFavouriteButton {...of} />}
      />
    </div>
  )
}
