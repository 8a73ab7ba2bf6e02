import type { QueryClient } from '@tanstack/react-query'
import { readQueries } from './account-cache.ts'
import type { CacheOwner } from './offline-caches.ts'

/**
 * Gives a client what this account read last in this browser, where it holds nothing yet. Never rejects.
 * @returns of when the newest of it is, null where nothing is kept
 */
export async function fillFromCache(owner: CacheOwner, client: QueryClient): Promise<Date | null> {
  const kept = await readQueries(owner).catch(() => [])
  for (const { key, data, updatedAt } of kept) {
    if (client.getQueryData(key) !== undefined) continue
    // For as long as the page is shown: it cannot be fetched again.
    client.getQueryCache().build(client, { queryKey: key, gcTime: Number.POSITIVE_INFINITY })
    client.setQueryData(key, data, { updatedAt })
  }
  return kept.length > 0 ? new Date(Math.max(...kept.map(({ updatedAt }) => updatedAt))) : null
}
