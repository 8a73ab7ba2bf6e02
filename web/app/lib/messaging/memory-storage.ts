import type { UnsentStorage } from './unsent-storage.ts'

/** Holds the entries of one page only: nothing is left when it goes. */
export function createMemoryStorage(): UnsentStorage {
  const entries = new Map<string, string>()
  return {
    get length() {
      return entries.size
    },
    key: (index) => [...entries.keys()][index] ?? null,
    getItem: (key) => entries.get(key) ?? null,
    setItem: (key, value) => void entries.set(key, value),
    removeItem: (key) => void entries.delete(key),
  }
}
