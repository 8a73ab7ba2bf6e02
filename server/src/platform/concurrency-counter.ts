/** Counts what is under way for each of many, such as the open requests of an address. */
export type ConcurrencyCounter = {
  /** @returns false, and counts nothing, where `key` already has as many as it may */
  enter(key: string): boolean
  leave(key: string): void
}

export function createConcurrencyCounter(max: number): ConcurrencyCounter {
  const counts = new Map<string, number>()
  return {
    enter(key) {
      const count = counts.get(key) ?? 0
      if (count >= max) return false
      counts.set(key, count + 1)
      return true
    },
    leave(key) {
      const count = counts.get(key) ?? 0
      if (count > 1) counts.set(key, count - 1)
      else counts.delete(key)
    },
  }
}
