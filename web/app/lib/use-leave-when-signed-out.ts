import type { Role } from '@marga/contract/roles'
import { useEffect, useEffectEvent, useState } from 'react'
import { useRevalidator } from 'react-router'
import { onLoginChange, readLogin } from './auth-storage.ts'
import { storeSignedOut } from './signed-out.ts'
import { useReturnToPage } from './use-return-to-page.ts'

/**
 * Runs the area's guard again when its login goes away under the page: refused by the server, or
 * signed out in another tab. Signing out here goes to the landing page by itself; a page that the browser kept for
 * going back, with all that it shows, is loaded anew for whoever is signed in by then.
 */
export function useLeaveWhenSignedOut(role: Role): void {
  const { revalidate } = useRevalidator()
  const askGuard = useEffectEvent(() => void revalidate())
  useEffect(() => {
    // Refused after the guard had looked, and before anybody here could hear of it.
    if (!readLogin(role)) askGuard()
    return onLoginChange((change) => {
      if (change.role !== role || change.cause === 'signed-out' || readLogin(role)) return
      if (change.cause === 'elsewhere') storeSignedOut('elsewhere')
      askGuard()
    })
  }, [role])
  const [drawnFor] = useState(() => readLogin(role)?.userId)
  useReturnToPage(() => {
    if (readLogin(role)?.userId !== drawnFor) history.go(0)
  })
}
