import type { MentorCard } from '@marga/contract/mentor-card'
import { useEffect } from 'react'
import { useFetcher } from 'react-router'
import { useDeviceFavourites } from '../device-favourites.ts'

/**
 * Cards of what this browser has put aside, by the loader of the page at `pathname`, which takes their ids; undefined
 * until they are there.
 */
export function useDeviceCards(pathname: string): MentorCard[] | undefined {
  const ids = useDeviceFavourites()
  const { load, data } = useFetcher<{ mentors: MentorCard[] }>()
  useEffect(() => {
    void load(`${pathname}?ids=${ids.join(',')}`)
  }, [load, pathname, ids])
  return data?.mentors.filter(({ _id }) => ids.includes(_id))
}
