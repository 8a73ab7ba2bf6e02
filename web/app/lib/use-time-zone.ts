import { useSyncExternalStore } from 'react'
import { onOwnTimeZone, ownTimeZone, siteTimeZone } from './dates.ts'
import { useOnceHydrated } from './use-hydrated.ts'

/** The person's one zone; on the server, and until a page is hydrated, the site's. */
export function useTimeZone(): string {
  const zone = useSyncExternalStore(onOwnTimeZone, ownTimeZone, ownTimeZone)
  return useOnceHydrated(zone, siteTimeZone)
}
