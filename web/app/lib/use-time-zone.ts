import { useSyncExternalStore } from 'react'
import { localTimeZone, siteTimeZone } from './dates.ts'

const never = () => () => {}

/** The person's zone; on the server, and while the page comes alive, the site's. */
export const useTimeZone = (): string => useSyncExternalStore(never, localTimeZone, () => siteTimeZone)
