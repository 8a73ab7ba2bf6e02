import { useSyncExternalStore } from 'react'
import { onOwnTimeZone, ownTimeZone, siteTimeZone } from './dates.ts'

/** The person's one zone; on the server, and while the page is hydrated, the site's. */
export const useTimeZone = (): string => useSyncExternalStore(onOwnTimeZone, ownTimeZone, () => siteTimeZone)
