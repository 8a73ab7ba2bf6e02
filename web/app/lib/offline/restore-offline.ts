import type { CacheOwner } from './offline-caches.ts'

/** A step between the guard, which every page carries, and the list of files that this needs. */
export async function restoreOffline(owner: CacheOwner): Promise<void> {
  const { restoreQueries } = await import('./restore-queries.ts')
  await restoreQueries(owner)
}
