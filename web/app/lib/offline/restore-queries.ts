import { queryClient } from '../query-client.ts'
import { fillFromCache } from './fill-from-cache.ts'
import { setHeardAt } from './heard-at.ts'
import type { CacheOwner } from './offline-caches.ts'

let isRestored = false

/** Begins a page that came from the worker with what the account read last; once. Never rejects. */
export async function restoreQueries(owner: CacheOwner): Promise<void> {
  if (isRestored) return
  isRestored = true
  setHeardAt(await fillFromCache(owner, queryClient))
}
