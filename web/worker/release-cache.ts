import { cacheLock } from '../app/lib/offline/cache-lock.ts'
import {
  discoveredBy,
  discoveryAddressOf,
  type PrecacheMessage,
  releaseCacheName,
  shellPaths,
} from '../app/lib/offline/offline-caches.ts'
import { offlineShellAttribute } from '../app/lib/offline/offline-shell.ts'

/** Written into the worker by build-worker.mjs. */
declare const __RELEASE__: string
declare const __FILES__: Record<PrecacheMessage['role'], readonly string[]>
declare const self: ServiceWorkerGlobalScope

const cacheName = releaseCacheName(__RELEASE__)
/** At once: a browser opens few connections to a server, and the page needs some. */
const batchSize = 4

export const findHeld = (address: string): Promise<Response | undefined> =>
  caches.match(address, { cacheName, ignoreVary: true })

/** The held answer to what is asked about routes, where there may be one: it is of this release, and of some pages. */
export function heldRoutesOf(query: URLSearchParams): string | undefined {
  const role = discoveredBy(query.get('paths')?.split(',') ?? [])
  const isOurs = query.get('version') === __RELEASE__
  return role && isOurs ? discoveryAddressOf(role, __RELEASE__) : undefined
}

const running = new Map<PrecacheMessage['role'], Promise<void>>()

/** Fetches what the pages of a role are made of, as far as it is not held; the pages themselves last. */
export async function precache({ role, release }: PrecacheMessage): Promise<void> {
  // The page is of a newer release, or of an older one that another process still serves. The browser looks for a newer
  // worker with each visit; asking for it here would keep this one busy, and that one waiting.
  if (release !== __RELEASE__) return forgetRelease()
  const begun = running.get(role) ?? fetchMissing(role).finally(() => running.delete(role))
  running.set(role, begun)
  await begun
}

async function fetchMissing(role: PrecacheMessage['role']): Promise<void> {
  const files = [...__FILES__[role], discoveryAddressOf(role, __RELEASE__)]
  const isPut = await putMissing(files, fetchFile)
  if (isPut) await putMissing(shellPaths[role], fetchShell)
}

/** What other releases left. Of the accounts nothing but this release can be shown by it. */
export async function forgetOtherReleases(): Promise<void> {
  await navigator.locks.request(cacheLock, async () => {
    for (const name of await caches.keys()) {
      if (name !== cacheName && !name.startsWith(`marga.account.${__RELEASE__}.`)) await caches.delete(name)
    }
  })
}

async function forgetRelease(): Promise<void> {
  await navigator.locks.request(cacheLock, () => caches.delete(cacheName))
}

async function putMissing(
  addresses: readonly string[],
  fetchOne: (address: string) => Promise<Response>,
): Promise<boolean> {
  const held = await heldPaths()
  const missing = addresses.filter((address) => !held.has(address))
  for (let from = 0; from < missing.length; from += batchSize) {
    const batch = missing.slice(from, from + batchSize)
    const responses = await Promise.all(batch.map(fetchOne))
    if (!(await putAll(batch, responses))) return false
  }
  return true
}

async function heldPaths(): Promise<Set<string>> {
  if (!(await caches.has(cacheName))) return new Set()
  const requests = await (await caches.open(cacheName)).keys()
  return new Set(requests.map(({ url }) => url.replace(self.location.origin, '')))
}

/** @returns false where the cache is gone: somebody has signed out meanwhile */
const putAll = (addresses: readonly string[], responses: readonly Response[]): Promise<boolean> =>
  navigator.locks.request(cacheLock, async () => {
    if (!(await caches.has(cacheName))) return false
    const cache = await caches.open(cacheName)
    for (const [index, address] of addresses.entries()) await cache.put(address, responses[index]!)
    return true
  })

async function fetchFile(address: string): Promise<Response> {
  const response = await fetch(address)
  if (!response.ok) throw new Error(`${response.status} for ${address}`)
  return copyOf(response, await response.arrayBuffer())
}

/** A page with its own headers, so that its nonce and its policy go together; it says of itself whence it came. */
async function fetchShell(address: string): Promise<Response> {
  const response = await fetch(address, { cache: 'no-store' })
  const html = await response.text()
  const isOurs = response.ok && !response.redirected && html.includes(`"${__RELEASE__}"`)
  if (!isOurs) throw new Error(`${address} is of another release`)
  return copyOf(response, html.replace('<html ', `<html ${offlineShellAttribute} `))
}

/** Read whole, before the lock is held. What the body was on its way does not go with it. */
function copyOf({ status, headers }: Response, body: BodyInit): Response {
  const kept = new Headers(headers)
  for (const name of ['content-encoding', 'content-length', 'transfer-encoding']) kept.delete(name)
  return new Response(body, { status, headers: kept })
}
