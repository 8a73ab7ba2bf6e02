import { LeaveGuard } from './leave-guard.tsx'
import { RouteAnnouncer } from './route-announcer.tsx'

/** What stands around every page and is not needed before one can be left. */
export const AfterHydration = () => (
  <>
    <LeaveGuard />
    <RouteAnnouncer />
  </>
)
