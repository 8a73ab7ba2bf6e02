import type { Query, QueryClient } from '@tanstack/react-query'
import { onLoginChange, readLogin } from '../auth-storage.ts'
import { currentTime } from '../clock.ts'
import { connectionOf } from '../socket.ts'
import { type ChangedQuery, canKeepPages, currentRelease, openCaches, writeQueries } from './account-cache.ts'
import { clearOfflineCaches } from './clear-offline-caches.ts'
import { fillFromCache } from './fill-from-cache.ts'
import { getHeardAt, setHeardAt } from './heard-at.ts'
import type { CacheOwner, PrecacheMessage } from './offline-caches.ts'
import { isPersisted } from './persisted-queries.ts'
import { registerWorker } from './worker-registration.ts'

/** What comes in quick succession, a list and its messages say, is written together. */
const writeAfterMs = 500

type Options = {
  owner: CacheOwner
  client: QueryClient
  /** Fetches into a client of its own what nobody has looked at lately. */
  prefetch: (owner: CacheOwner, shown: QueryClient) => Promise<Query[]>
}

/**
 * Keeps the inbox and the bookings of an account readable offline: the worker keeps their files, this page what they
 * show. Where the browser cannot, nothing happens. @returns ends it
 */
export function keepOffline({ owner, client, prefetch }: Options): () => void {
  if (!canKeepPages()) return () => {}
  const writer = createWriter(owner)
  const ends = [
    watchQueries(client, owner, writer.add),
    followConnection(owner),
    followLogin(owner),
    listenTo('offline', () => void fillFromCache(owner, client)),
    // The tab may be closed next.
    listenTo('pagehide', () => void writer.write()),
    writer.stop,
  ]
  let hasEnded = false
  const begin = async () => {
    await openCaches(owner)
    for (const query of client.getQueryCache().getAll()) writer.addQuery(query)
    const files = keepFiles(owner).then((end) => (hasEnded ? end() : ends.push(end)))
    const fetched = prefetch(owner, client).then((queries) => queries.forEach(writer.addQuery))
    await Promise.allSettled([files, fetched])
  }
  // Nothing that is shown depends on it.
  begin().catch(() => undefined)
  return () => {
    hasEnded = true
    for (const end of ends) end()
  }
}

function createWriter(owner: CacheOwner) {
  const changed = new Map<string, ChangedQuery>()
  let timer: ReturnType<typeof setTimeout> | undefined
  const write = async () => {
    clearTimeout(timer)
    timer = undefined
    if (changed.size === 0) return
    const taken = new Map(changed)
    changed.clear()
    await writeQueries(owner, taken).catch(() => undefined)
  }
  const add = ({ queryHash, queryKey: key, state, meta }: Query) => {
    const { data, dataUpdatedAt: updatedAt } = state
    changed.set(queryHash, { key, data, updatedAt, shortening: meta?.shortening })
    timer ??= setTimeout(() => void write(), writeAfterMs)
  }
  return {
    write,
    add,
    addQuery: (query: Query) => {
      if (query.state.data !== undefined && isPersisted(query.queryKey, owner.role)) add(query)
    },
    stop: () => void write(),
  }
}

const watchQueries = (client: QueryClient, { role }: CacheOwner, add: (query: Query) => void) =>
  client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success') return
    if (isPersisted(event.query.queryKey, role)) add(event.query)
  })

/** While there is no connection, what is shown is of the moment at which it was lost. */
function followConnection({ role }: CacheOwner): () => void {
  const connection = connectionOf(role)
  const isConnected = () => connection.state() === 'connected'
  // Noticed before the connection is given up, which takes a while.
  const ends = [
    listenTo('offline', () => {
      if (isConnected()) setHeardAt(currentTime())
    }),
  ]
  let wasConnected = isConnected()
  ends.push(
    connection.onState(() => {
      if (isConnected()) setHeardAt(null)
      else if (wasConnected && getHeardAt() === null) setHeardAt(currentTime())
      wasConnected = isConnected()
    }),
  )
  return () => {
    for (const end of ends) end()
  }
}

/** Signed out in another tab, which may have been closed before it was done. */
const followLogin = ({ role, userId }: CacheOwner) =>
  onLoginChange((change) => {
    if (change.role === role && readLogin(role)?.userId !== userId) void clearOfflineCaches()
  })

async function keepFiles({ role }: CacheOwner): Promise<() => void> {
  const ask = async () => {
    const message: PrecacheMessage = { type: 'precache', role, release: currentRelease()! }
    const { active } = await navigator.serviceWorker.ready
    active?.postMessage(message)
  }
  await registerWorker()
  await ask()
  // The worker of a newer release has taken over.
  const { serviceWorker } = navigator
  serviceWorker.addEventListener('controllerchange', ask)
  return () => serviceWorker.removeEventListener('controllerchange', ask)
}

function listenTo(event: 'offline' | 'pagehide', listener: () => void): () => void {
  window.addEventListener(event, listener)
  return () => window.removeEventListener(event, listener)
}
