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

/**
 * Counts one in each of several: of a person and of their address, say.
 * @returns what ends it in all of them; undefined, with nothing counted, where one of them has as many as it may
 */
export function enterAll(places: readonly [ConcurrencyCounter, key: string][]): (() => void) | undefined {
  const entered: [ConcurrencyCounter, string][] = []
  const leave = () => {
    for (const [counter, key] of entered.splice(0)) counter.leave(key)
  }
  for (const [counter, key] of places) {
    if (!counter.enter(key)) return void leave()
    entered.push([counter, key])
  }
  return leave
}
