import { useEffect } from 'react'
import { keepPush } from './push.ts'

/** Notices that were switched on in this browser go on after a new sign-in. */
export function usePushKept(role: 'mentee' | 'mentor', pushKey: string | null): void {
  useEffect(() => {
    // Nothing depends on it, and the settings say so if it does not work.
    if (pushKey) keepPush(role, pushKey).catch(() => undefined)
  }, [role, pushKey])
}
