import { withLock } from '../with-lock.ts'

/**
 * Deletes everything that is kept for reading offline. That of another role which is signed in here, too, is fetched
 * again when its pages are opened. Never rejects.
 */
export const clearOfflineCaches = (): Promise<void> =>
  withLock('marga.caches', async () => {
    // All at once: the page may be left next.
    await Promise.all((await caches.keys()).map((name) => caches.delete(name)))
  }).catch(() => undefined)
