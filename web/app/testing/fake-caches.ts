import { vi } from 'vitest'

/** A browser's caches, as far as the pages use them. */
export function fakeCaches() {
  const all = new Map<string, Map<string, string>>()
  const open = async (name: string) => {
    const entries = all.get(name) ?? new Map<string, string>()
    all.set(name, entries)
    return {
      put: async (address: string, response: Response) => {
        const text = await response.text()
        entries.delete(address)
        entries.set(address, text)
      },
      delete: async (address: string) => entries.delete(address),
      keys: async () => [...entries.keys()],
      matchAll: async () => [...entries.values()].map((text) => new Response(text)),
    }
  }
  vi.stubGlobal('caches', {
    open,
    keys: async () => [...all.keys()],
    has: async (name: string) => all.has(name),
    delete: async (name: string) => all.delete(name),
  })
  return all
}
