import { readLogin } from '../auth-storage.ts'
import { clearOfflineCaches } from './clear-offline-caches.ts'

/** What is left of a session whose page went before all was deleted: where no member is signed in, nothing is kept. */
export const clearLeftCaches = (): Promise<void> =>
  clearOfflineCaches(() => !readLogin('mentee') && !readLogin('mentor'))
