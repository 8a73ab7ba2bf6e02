declare const self: ServiceWorkerGlobalScope

type Notice = { title: string; body: string; path: string; tag: string }

const isOurPath = (path: unknown): path is string => typeof path === 'string' && /^\/(?!\/)/.test(path)

/** A notice that arrived while its page is not looked at. */
export async function showNotice({ title, body, path, tag }: Notice): Promise<void> {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const isLookedAt = windows.some((page) => page.focused && new URL(page.url).pathname === path)
  if (isLookedAt) return
  await self.registration.showNotification(title, { body, tag, icon: '/favicon.svg', data: { path } })
}

/** The page to which a notice leads. */
export async function openNotice(path: unknown): Promise<void> {
  const address = new URL(isOurPath(path) ? path : '/', self.location.origin).href
  const windows = await self.clients.matchAll({ type: 'window' })
  const there = windows.find((page) => page.url === address)
  await (there ? there.focus() : self.clients.openWindow(address))
}
