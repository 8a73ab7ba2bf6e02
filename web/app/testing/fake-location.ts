import { vi } from 'vitest'

/** Stands in for the address bar: where a page leads to is kept instead of followed. */
export function fakeLocation(pathname = '/') {
  const assign = vi.fn()
  const reload = vi.fn()
  vi.stubGlobal('location', { pathname, href: `http://localhost${pathname}`, assign, reload })
  return { assign, reload }
}
