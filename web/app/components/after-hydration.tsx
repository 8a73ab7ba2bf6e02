import { useEffect } from 'react'
import { clearLeftCaches } from '../lib/offline/clear-left-caches.ts'
import { LeaveGuard } from './leave-guard.tsx'
import { RouteAnnouncer } from './route-announcer.tsx'

/** What stands around every page and is not needed before one can be left. */
export function AfterHydration() {
  useEffect(() => void clearLeftCaches(), [])
  return (
    <>
      <LeaveGuard />
      <RouteAnnouncer />
    </>
  )
}
