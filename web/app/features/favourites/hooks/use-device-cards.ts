import type { MentorCard } from '@marga/contract/mentor-card'
import { useCallback, useEffect, useState } from 'react'
import { useFetcher } from 'react-router'
import { type Failed, isFailed } from '../../../lib/fetcher-failure.ts'
import { useDeviceFavourites } from '../device-favourites.ts'

/**
 * Cards of what this browser has put aside, by the loader of the page at `pathname`, which takes their ids and says
 * where it fails (`dataOrFailure`); undefined until they are there. `isLost`: some that are put aside could not be had.
 */
export function useDeviceCards(pathname: string) {
  const ids = useDeviceFavourites()
  const { load, data, state } = useFetcher<{ mentors: MentorCard[] } | Failed>()
  const [known, setKnown] = useState<MentorCard[]>()
  if (data && !isFailed(data) && data.mentors !== known) setKnown(data.mentors)
  const refetch = useCallback(() => void load(`${pathname}?ids=${ids.join(',')}`), [load, pathname, ids])
  useEffect(refetch, [refetch])
  const mentors = known?.filter(({ _id }) => ids.includes(_id))
  // What was taken out needs no answer.
  const isLost = isFailed(data) && mentors?.length !== ids.length
  return { mentors, isLost, isFetching: state !== 'idle', refetch }
}
