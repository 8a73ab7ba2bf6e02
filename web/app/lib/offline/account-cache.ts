import { readLogin } from '../auth-storage.ts'
import { withLock } from '../with-lock.ts'
import { cacheLock } from './cache-lock.ts'
import { accountCacheName, type CacheOwner, releaseCacheName } from './offline-caches.ts'
import { type PersistedQuery, parseQuery, persistedQueriesMax, serializeQuery } from './persisted-queries.ts'
import type { Shortening } from './shortening.ts'

type Site = typeof globalThis & { __reactRouterManifest?: { version?: string } }

/** The release of this page, by which its files are named. */
export const currentRelease = (): string | undefined => (globalThis as Site).__reactRouterManifest?.version

/** Whether this browser can keep pages: not on http, and not where site data is blocked. */
export const canKeepPages = (): boolean =>
  'serviceWorker' in navigator && 'caches' in globalThis && currentRelease() !== undefined

const isSignedIn = ({ role, userId }: CacheOwner) => readLogin(role)?.userId === userId
const addressOf = (hash: string) => `/offline/${encodeURIComponent(hash)}`

/** Makes the caches of this release and account, and drops those of releases and accounts that are gone. */
export const openCaches = (owner: CacheOwner): Promise<void> =>
  whileSignedIn(owner, async (release) => {
    const own = [releaseCacheName(release), accountCacheName(release, owner)]
    for (const name of await caches.keys()) {
      if (!own.includes(name) && !isOfOtherLogin(name, release, owner)) await caches.delete(name)
    }
    for (const name of own) await caches.open(name)
  })

/** A mentor and a mentee may be signed in within one browser. */
function isOfOtherLogin(name: string, release: string, { role }: CacheOwner): boolean {
  const other = role === 'mentee' ? 'mentor' : 'mentee'
  const login = readLogin(other)
  return login !== null && name === accountCacheName(release, { role: other, userId: login.userId })
}

export type ChangedQuery = PersistedQuery & { shortening?: Shortening | undefined }

export const writeQueries = (owner: CacheOwner, changed: ReadonlyMap<string, ChangedQuery>): Promise<void> =>
  whileSignedIn(owner, async (release) => {
    const name = accountCacheName(release, owner)
    // Gone with a sign-out elsewhere, or as a newer release came: it is not for this page to begin it anew.
    if (!(await caches.has(name))) return
    const cache = await caches.open(name)
    for (const [hash, query] of changed) {
      const text = serializeQuery(query, query.shortening)
      // Replaced in one step: a page that goes in the middle of it must not take along what was kept.
      if (text === null) await cache.delete(addressOf(hash))
      else await cache.put(addressOf(hash), new Response(text))
    }
    // What was written last stands last, also in the place of something older.
    const addresses = await cache.keys()
    for (const address of addresses.slice(0, Math.max(0, addresses.length - persistedQueriesMax)))
      await cache.delete(address)
  })

/** Under the lock, too: looking into a cache that was deleted a moment ago would begin it anew. */
export const readQueries = async (owner: CacheOwner): Promise<PersistedQuery[]> =>
  (await whileSignedIn(owner, async (release) => {
    const name = accountCacheName(release, owner)
    if (!(await caches.has(name))) return []
    const cache = await caches.open(name)
    const responses = await cache.matchAll()
    const queries = await Promise.all(responses.map(async (response) => parseQuery(await response.text())))
    return queries.filter((query) => query !== null)
  })) ?? []

async function whileSignedIn<T>(
  owner: CacheOwner,
  work: (release: string) => Promise<T>,
): Promise<T | undefined> {
  const release = currentRelease()
  if (!release) return undefined
  return withLock(cacheLock, async () => (isSignedIn(owner) ? work(release) : undefined))
}
