import { useQuery } from '@tanstack/react-query'
import { useToggleFavourite } from '../mutations.ts'
import { favouritesQuery } from '../queries.ts'
import { FavouriteButton } from './favourite-button.tsx'

type Props = { mentorId: string; name: string; className?: string }

/** For mentees: kept on the account. Not there until it is known which are. */
export function OwnFavouriteButton({ mentorId, ...of }: Props) {
  const { data: favourites } = useQuery({ ...favouritesQuery, throwOnError: false })
  const toggle = useToggleFavourite()
  if (!favourites) return null
  const isFavourite = favourites.includes(mentorId)
  return (
    <FavouriteButton
      {...of}
      isFavourite={isFavourite}
      onToggle={() => toggle.mutate({ mentorId, isFavourite: !isFavourite })}
    />
  )
}
