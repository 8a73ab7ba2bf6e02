import { withLock } from '../with-lock.ts'

/**
 * Deletes everything that is kept for reading offline. That of another role which is signed in here, too, is fetched
 * again when its pages are opened. Never rejects.
 */
export const clearOfflineCaches = (): Promise<void> =>
  withLock('marga.caches', async () => {
    for (const name of await caches.keys()) await caches.delete(name)
  }).catch(() => undefined)
