import {
  discoveryPath,
  isPrecacheMessage,
  offlineStartsOf,
  shellPathOf,
} from '../app/lib/offline/offline-caches.ts'
import { openNotice, showNotice } from './notices.ts'
import { writeOfflinePage } from './offline-page.ts'
import { findHeld, forgetOtherReleases, heldRoutesOf, precache } from './release-cache.ts'

declare const self: ServiceWorkerGlobalScope

// The one worker of the site. It shows the notices that arrive while no page is open, and gives files of its release,
// and pages where the server cannot be reached. Nothing of any account passes through it.

self.addEventListener('install', () => void self.skipWaiting())
self.addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([forgetOtherReleases(), self.clients.claim()]))
})
self.addEventListener('message', (event) => {
  // A file that does not come, or a release that is not ours: the next page asks again.
  if (isPrecacheMessage(event.data)) event.waitUntil(precache(event.data).catch(() => undefined))
})
self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname, searchParams } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  if (pathname.startsWith('/assets/')) event.respondWith(giveFile(request))
  // What is asked of the API by its address, such as a file to be saved, is the server's alone.
  else if (request.mode === 'navigate' && !pathname.startsWith('/api/'))
    event.respondWith(givePage(request, pathname))
  else if (pathname === discoveryPath) {
    const held = heldRoutesOf(searchParams)
    if (held) event.respondWith(giveRoutes(request, held))
  }
})
self.addEventListener('push', (event) => {
  if (event.data) event.waitUntil(showNotice(event.data.json()))
})
self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openNotice(event.notification.data?.path))
})

/** Their names carry a hash of their content, so what is held is what would come. */
const giveFile = async (request: Request) =>
  (await findHeld(new URL(request.url).pathname)) ?? fetchPatiently(request)

/** A line that has just come back may not carry yet, and a page that misses a file of its own is loaded anew. */
const retryAfterMs = [300, 1000]

async function fetchPatiently(request: Request): Promise<Response> {
  for (const waitMs of retryAfterMs) {
    try {
      return await fetch(request)
    } catch {
      await new Promise((resolve) => setTimeout(resolve, waitMs))
    }
  }
  return fetch(request)
}

/** Where the line is cut, the routes of the pages that open without it. */
const giveRoutes = (request: Request, held: string) =>
  fetch(request).catch(async (error) => {
    const response = await findHeld(held)
    if (response) return response
    throw error
  })

/** The server first, and whatever it says: only where nothing comes back, what is held, or that nothing is. */
async function givePage(request: Request, pathname: string): Promise<Response> {
  try {
    return await fetch(request)
  } catch {
    const shell = shellPathOf(pathname)
    const held = shell && (await findHeld(shell))
    if (held) return held
    for (const start of offlineStartsOf(pathname)) {
      if (await findHeld(start)) return Response.redirect(start)
    }
    return writeOfflinePage()
  }
}
