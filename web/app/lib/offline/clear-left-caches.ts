import { readLogin } from '../auth-storage.ts'
import { clearOfflineCaches } from './clear-offline-caches.ts'

/** What is left of a session whose page went before all was deleted: where no member is signed in, nothing is kept. */
export async function clearLeftCaches(): Promise<void> {
  if (!readLogin('mentee') && !readLogin('mentor')) await clearOfflineCaches()
}
