import { useStoredLogin } from '../../../lib/auth-storage.ts'
import { toggleDeviceFavourite, useDeviceFavourites } from '../device-favourites.ts'
import { FavouriteButton } from './favourite-button.tsx'

type Props = { mentorId: string; name: string; className?: string }

/** For visitors. A mentee who is signed in has favourites on the account, which public pages do not read. */
export function DeviceFavouriteButton({ mentorId, ...of }: Props) {
  const favourites = useDeviceFavourites()
  const isMentee = useStoredLogin('mentee') !== null
  if (isMentee) return null
  return (
    <FavouriteButton
      {...of}
      isFavourite={favourites.includes(mentorId)}
      onToggle={() => toggleDeviceFavourite(mentorId)}
    />
  )
}
