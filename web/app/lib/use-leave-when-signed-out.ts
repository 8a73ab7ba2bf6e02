import type { Role } from '@marga/contract/roles'
import { useEffect, useState } from 'react'
import { onLoginChange, readLogin } from './auth-storage.ts'
import { storeSignedOut } from './signed-out.ts'
import { stopAsking } from './unsaved.ts'
import { useReturnToPage } from './use-return-to-page.ts'

/**
 * Loads the page anew when it is not of whoever is signed in any more, so that nothing of what was read for it is left:
 * its login was refused by the server or signed out in another tab, and the guard leads to the sign-in; another
 * account was signed in there; or the browser kept the page, with all that it shows, for going back. Signing out here
 * goes to the landing page by itself.
 */
export function useLeaveWhenSignedOut(role: Role): void {
  const [drawnFor] = useState(() => readLogin(role)?.userId)
  useEffect(() => {
    // Refused after the guard had looked, and before anybody here could hear of it.
    if (!isStillOf(role, drawnFor)) loadAnew()
    return onLoginChange((change) => {
      if (change.role !== role || change.cause === 'signed-out' || isStillOf(role, drawnFor)) return
      if (change.cause === 'elsewhere' && !readLogin(role)) storeSignedOut('elsewhere')
      loadAnew()
    })
  }, [role, drawnFor])
  useReturnToPage(() => {
    if (!isStillOf(role, drawnFor)) loadAnew()
  })
}

function isStillOf(role: Role, drawnFor: string | undefined): boolean {
  const login = readLogin(role)
  return login !== null && login.userId === drawnFor
}

export function loadAnew() {
  // "Stay" would leave the page of one account to another.
  stopAsking()
  history.go(0)
}
