import { useEffect, useState } from 'react'
import { loadAnew } from './use-leave-when-signed-out.ts'

/**
 * Loads the page anew when another account has been signed in, and not when nobody is: for a page that says why the
 * login has ended.
 * @param userId of whoever is signed in, or was
 */
export function useLeaveToAnotherAccount(userId: string): void {
  const [drawnFor] = useState(userId)
  useEffect(() => {
    if (userId !== drawnFor) loadAnew()
  }, [userId, drawnFor])
}
