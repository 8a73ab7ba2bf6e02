type Entry<T> = { key: string; value: T }

const partLength = 2

/**
 * Values by how their keys begin, in the order of the keys. Kept in parts by the first two letters, so that adding
 * one moves few others and a search looks at its own part alone.
 */
export function createPrefixIndex<T>() {
  const parts = new Map<string, Entry<T>[]>()
  const partsOfLetter = new Map<string, Set<string>>()

  function partOf(key: string): Entry<T>[] {
    const name = key.slice(0, partLength)
    const known = parts.get(name)
    if (known) return known
    const made: Entry<T>[] = []
    parts.set(name, made)
    const letter = name.slice(0, 1)
    partsOfLetter.set(letter, (partsOfLetter.get(letter) ?? new Set()).add(name))
    return made
  }

  return {
    add(key: string, value: T) {
      const part = partOf(key)
      part.splice(lowerBound(part, key), 0, { key, value })
    },
    *startingWith(start: string): Generator<T> {
      const names =
        start.length >= partLength
          ? [start.slice(0, partLength)]
          : [...(partsOfLetter.get(start) ?? [])].sort()
      for (const name of names) {
        const part = parts.get(name) ?? []
        for (let at = lowerBound(part, start); part[at]?.key.startsWith(start); at++) yield part[at]!.value
      }
    },
  }
}

function lowerBound(sorted: readonly Entry<unknown>[], key: string): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (sorted[middle]!.key < key) low = middle + 1
    else high = middle
  }
  return low
}
