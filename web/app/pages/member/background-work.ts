import { api } from '@marga/contract/api'
import { sendRequest } from '../../lib/api-client.ts'
import { keepOffline } from '../../lib/offline/keep-offline.ts'
import type { CacheOwner } from '../../lib/offline/offline-caches.ts'
import { pushHereKey, renewSubscription } from '../../lib/push.ts'
import { queryClient } from '../../lib/query-client.ts'
import { prefetchOffline } from './prefetch-offline.ts'

/** @returns ends it */
export function beginBackgroundWork(owner: CacheOwner, pushKey: string | null): () => void {
  if (pushKey) renewNotices(owner, pushKey).catch(() => undefined)
  return keepOffline({ owner, client: queryClient, prefetch: prefetchOffline })
}

/** Notices that are wanted go on after a new sign-in, if this browser allows them; the settings say so if they do not. */
async function renewNotices({ role, userId }: CacheOwner, pushKey: string): Promise<void> {
  await renewSubscription(role, pushKey, async () => {
    const params = { ownId: userId }
    const { preferences } = await sendRequest(api.accountSettings[role].preferences, { params }, { role })
    return preferences.push.messages || preferences.push.reminders
  })
  await queryClient.invalidateQueries({ queryKey: pushHereKey })
}
