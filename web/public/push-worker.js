// Shows the notices that arrive while no page is open. It keeps nothing and answers no request.

const isOurPath = (path) => typeof path === 'string' && /^\/(?!\/)/.test(path)

async function show({ title, body, path, tag }) {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const isLookedAt = windows.some((page) => page.focused && new URL(page.url).pathname === path)
  if (isLookedAt) return
  await self.registration.showNotification(title, { body, tag, icon: '/favicon.svg', data: { path } })
}

async function open(path) {
  const address = new URL(isOurPath(path) ? path : '/', self.location.origin).href
  const windows = await self.clients.matchAll({ type: 'window' })
  const there = windows.find((page) => page.url === address)
  if (there) return there.focus()
  return self.clients.openWindow(address)
}

self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))
self.addEventListener('push', (event) => {
  if (event.data) event.waitUntil(show(event.data.json()))
})
self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open(event.notification.data?.path))
})
