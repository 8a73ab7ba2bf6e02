import { withLock } from '../with-lock.ts'
import { cacheLock } from './cache-lock.ts'

/**
 * Deletes everything that is kept for reading offline. That of another role which is signed in here, too, is fetched
 * again when its pages are opened. Never rejects.
 * @param isDue asked when no other page writes any more: somebody may have signed in meanwhile
 */
export const clearOfflineCaches = (isDue = () => true): Promise<void> =>
  withLock(cacheLock, async () => {
    if (!isDue()) return
    // All at once: the page may be left next.
    await Promise.all((await caches.keys()).map((name) => caches.delete(name)))
  }).catch(() => undefined)
