import type { Role } from '@marga/contract/roles'
import { useEffect } from 'react'
import { onLoginChange } from './auth-storage.ts'
import { clearDrafts } from './drafts.ts'

/** Ends the person's drafts when they sign out; an area's layout calls this once. */
export function useDraftsCleared(role: Role, userId: string): void {
  useEffect(
    () =>
      onLoginChange((change) => {
        if (change.role === role && change.cause === 'signed-out') clearDrafts({ role, userId })
      }),
    [role, userId],
  )
}
