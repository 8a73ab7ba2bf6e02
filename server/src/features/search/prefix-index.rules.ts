type Entry<T> = { key: string; value: T }

const partLength = 2

/** Sorted when it is next looked at: a million words are read at once, and moving others for each takes seconds. */
type Part<T> = { entries: Entry<T>[]; isSorted: boolean }

/**
 * Values by how their keys begin, in the order of the keys. Kept in parts by the first two letters, so that a search
 * sorts and looks at its own part alone.
 */
export function createPrefixIndex<T>() {
  const parts = new Map<string, Part<T>>()
  const partsOfLetter = new Map<string, Set<string>>()

  function partOf(key: string): Part<T> {
    const name = key.slice(0, partLength)
    const known = parts.get(name)
    if (known) return known
    const made: Part<T> = { entries: [], isSorted: true }
    parts.set(name, made)
    const letter = name.slice(0, 1)
    partsOfLetter.set(letter, (partsOfLetter.get(letter) ?? new Set()).add(name))
    return made
  }

  return {
    add(key: string, value: T) {
      const part = partOf(key)
      const last = part.entries.at(-1)
      part.entries.push({ key, value })
      if (last && key < last.key) part.isSorted = false
    },
    *startingWith(start: string): Generator<T> {
      const names =
        start.length >= partLength
          ? [start.slice(0, partLength)]
          : [...(partsOfLetter.get(start) ?? [])].sort()
      for (const name of names) {
        const part = parts.get(name)
        const entries = part ? sortedEntries(part) : []
        for (let at = lowerBound(entries, start); entries[at]?.key.startsWith(start); at++)
          yield entries[at]!.value
      }
    },
  }
}

function sortedEntries<T>(part: Part<T>): readonly Entry<T>[] {
  if (!part.isSorted) part.entries.sort((one, other) => compare(one.key, other.key))
  part.isSorted = true
  return part.entries
}

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)

function lowerBound(sorted: readonly Entry<unknown>[], key: string): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (sorted[middle]!.key < key) low = middle + 1
    else high = middle
  }
  return low
}
