import type { CacheOwner } from '../../lib/offline/offline-caches.ts'

/** A step between the area, which every page carries, and the list of files that this needs. */
export async function loadBackgroundWork(owner: CacheOwner, pushKey: string | null): Promise<() => void> {
  const { beginBackgroundWork } = await import('./background-work.ts')
  return beginBackgroundWork(owner, pushKey)
}
