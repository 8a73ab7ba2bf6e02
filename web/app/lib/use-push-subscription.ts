import type { MemberRole } from '@marga/contract/roles'
import { useEffect } from 'react'
import { renewSubscription } from './push.ts'

/** Notices that were switched on in this browser go on after a new sign-in. */
export function usePushSubscription(role: MemberRole, pushKey: string | null): void {
  useEffect(() => {
    // Nothing depends on it, and the settings say so if it does not work.
    if (pushKey) renewSubscription(role, pushKey).catch(() => undefined)
  }, [role, pushKey])
}
