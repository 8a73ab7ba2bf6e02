import type { Location } from 'react-router'
import { currentRelease } from './account-cache.ts'
import { releaseCacheName, shellPathOf } from './offline-caches.ts'

/** Opens a page that the worker holds, from the start: what it is made of is not loaded here. */
export async function openShell({ pathname, search }: Location): Promise<void> {
  const shell = shellPathOf(pathname)
  const release = currentRelease()
  if (!shell || !release || !('caches' in globalThis)) return
  const held = await caches.match(shell, { cacheName: releaseCacheName(release) }).catch(() => undefined)
  if (held) window.location.assign(pathname + search)
}
