import type { Clock } from '../clock.ts'

/**
 * Answers that are the same for everybody, the least recently used forgotten first. A change drops those that have one
 * of its tags; what was being made meanwhile is not kept where it has one. Never for anything that depends on who asks.
 */
export type ResponseCache<T> = {
  get(key: string): T | undefined
  /** Ask before making an answer; `put` wants it back. */
  generation(): number
  /** @param made.of tags of all that the answer is made of; undefined where nobody knows */
  put(key: string, answer: T, made: Made): void
  /** Drops what has one of the tags, and what has none that are known. */
  drop(tags: readonly string[]): void
  clear(): void
}
export type Made = { since: number; of: readonly string[] | undefined }

type Options<T> = {
  clock: Clock
  /** All entries together, by `sizeOf`; 0 keeps nothing. */
  bytesMax: number
  /** Bytes that an answer takes in memory, about. */
  sizeOf: (answer: T) => number
  /** For what only the clock changes. */
  ttlMs: number
  /** False while changes may go unheard: nothing is given or kept then. */
  isListening: () => boolean
}

/** What an entry takes beside its key and its answer. */
const entryBytes = 500
/** What a tag of an entry takes. */
const tagBytes = 150
/** What has no tags is dropped by whatever changes. */
const unknown: readonly string[] = ['?']
/** Of so many tags it is remembered when they changed last; answers begun before that are not kept where it is not. */
const changedTagsMax = 10_000
/** An answer that would push out so much of the others is not worth keeping. */
const shareMax = 1 / 8

export function createResponseCache<T>({
  clock,
  bytesMax,
  sizeOf,
  ttlMs,
  isListening,
}: Options<T>): ResponseCache<T> {
  const entries = new Map<string, Entry<T>>()
  const keysOf = createKeysByTag()
  const changes = createTagChanges()
  let total = 0

  function forget(key: string) {
    const entry = entries.get(key)
    if (!entry) return
    total -= entry.bytes
    entries.delete(key)
    keysOf.remove(key, entry.tags)
  }

  return {
    get(key) {
      const entry = entries.get(key)
      if (!entry || !isListening()) return undefined
      if (entry.untilMs <= clock.now().getTime()) {
        forget(key)
        return undefined
      }
      entries.delete(key)
      entries.set(key, entry)
      return entry.answer
    },
    generation: changes.generation,
    put(key, answer, { since, of: tags = unknown }) {
      if (changes.hasChanged(tags, since) || !isListening()) return
      const bytes = entryBytes + 2 * key.length + tagBytes * tags.length + sizeOf(answer)
      forget(key)
      if (bytes > bytesMax * shareMax) return
      entries.set(key, { answer, bytes, tags, untilMs: clock.now().getTime() + ttlMs })
      keysOf.add(key, tags)
      total += bytes
      for (const oldest of entries.keys()) {
        if (total <= bytesMax) break
        forget(oldest)
      }
    },
    drop(tags) {
      const changed = [...unknown, ...tags]
      changes.add(changed)
      for (const tag of changed) for (const key of keysOf.of(tag)) forget(key)
    },
    clear() {
      changes.addAll()
      entries.clear()
      keysOf.clear()
      total = 0
    },
  }
}

type Entry<T> = { answer: T; bytes: number; untilMs: number; tags: readonly string[] }

function createKeysByTag() {
  const keysByTag = new Map<string, Set<string>>()
  return {
    of: (tag: string): readonly string[] => [...(keysByTag.get(tag) ?? [])],
    add(key: string, tags: readonly string[]) {
      for (const tag of tags) {
        const keys = keysByTag.get(tag) ?? new Set()
        keysByTag.set(tag, keys.add(key))
      }
    },
    remove(key: string, tags: readonly string[]) {
      for (const tag of tags) {
        const keys = keysByTag.get(tag)
        keys?.delete(key)
        if (keys?.size === 0) keysByTag.delete(tag)
      }
    },
    clear: () => keysByTag.clear(),
  }
}

/** When each tag changed last, in numbers of changes. */
function createTagChanges() {
  const changedIn = new Map<string, number>()
  let generation = 0
  /** Before it, everything counts as changed. */
  let floor = 0

  function addAll() {
    floor = ++generation
    changedIn.clear()
  }
  return {
    generation: () => generation,
    addAll,
    add(tags: readonly string[]) {
      generation++
      for (const tag of tags) changedIn.set(tag, generation)
      if (changedIn.size > changedTagsMax) addAll()
    },
    hasChanged: (tags: readonly string[], since: number): boolean =>
      since < floor || tags.some((tag) => (changedIn.get(tag) ?? 0) > since),
  }
}
