import type { Clock } from '../clock.ts'

/**
 * Answers that are the same for everybody, the least recently used forgotten first. Cleared by every change of what
 * they are made of; what was being made meanwhile is not kept. Never for anything that depends on who asks.
 */
export type ResponseCache<T> = {
  get(key: string): T | undefined
  /** Ask before making an answer; `put` wants it back. */
  generation(): number
  put(key: string, answer: T, generation: number): void
  clear(): void
}

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
/** An answer that would push out so much of the others is not worth keeping. */
const shareMax = 1 / 8

export function createResponseCache<T>({
  clock,
  bytesMax,
  sizeOf,
  ttlMs,
  isListening,
}: Options<T>): ResponseCache<T> {
  const entries = new Map<string, { answer: T; bytes: number; untilMs: number }>()
  let generation = 0
  let total = 0

  function forget(key: string) {
    total -= entries.get(key)?.bytes ?? 0
    entries.delete(key)
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
    generation: () => generation,
    put(key, answer, madeIn) {
      if (madeIn !== generation || !isListening()) return
      const bytes = entryBytes + 2 * key.length + sizeOf(answer)
      forget(key)
      if (bytes > bytesMax * shareMax) return
      entries.set(key, { answer, bytes, untilMs: clock.now().getTime() + ttlMs })
      total += bytes
      for (const oldest of entries.keys()) {
        if (total <= bytesMax) break
        forget(oldest)
      }
    },
    clear() {
      generation++
      entries.clear()
      total = 0
    },
  }
}
