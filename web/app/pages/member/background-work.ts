import { keepOffline } from '../../lib/offline/keep-offline.ts'
import type { CacheOwner } from '../../lib/offline/offline-caches.ts'
import { renewSubscription } from '../../lib/push.ts'
import { queryClient } from '../../lib/query-client.ts'
import { prefetchOffline } from './prefetch-offline.ts'

/** @returns ends it */
export function beginBackgroundWork(owner: CacheOwner, pushKey: string | null): () => void {
  // Notices that were switched on in this browser go on after a new sign-in; the settings say so if they do not.
  if (pushKey) renewSubscription(owner.role, pushKey).catch(() => undefined)
  return keepOffline({ owner, client: queryClient, prefetch: prefetchOffline })
}
