import type { Clock } from '../clock.ts'

/**
 * Answers that are the same for everybody, the least recently used forgotten first. Cleared by every change of what
 * they are made of; what was being made meanwhile is not kept. Never for anything that depends on who asks.
 */
export type AnswerCache<T> = {
  get(key: string): T | undefined
  /** Ask before making an answer; `put` wants it back. */
  generation(): number
  put(key: string, answer: T, generation: number): void
  clear(): void
}

type Options = {
  clock: Clock
  entriesMax: number
  /** For what only the clock changes. */
  keptMs: number
  /** False while changes may go unheard: nothing is given or kept then. */
  isTold: () => boolean
}

export function createAnswerCache<T>({ clock, entriesMax, keptMs, isTold }: Options): AnswerCache<T> {
  const entries = new Map<string, { answer: T; untilMs: number }>()
  let generation = 0
  return {
    get(key) {
      const entry = entries.get(key)
      if (!entry || !isTold()) return undefined
      entries.delete(key)
      if (entry.untilMs <= clock.now().getTime()) return undefined
      entries.set(key, entry)
      return entry.answer
    },
    generation: () => generation,
    put(key, answer, madeIn) {
      if (madeIn !== generation || !isTold()) return
      entries.delete(key)
      entries.set(key, { answer, untilMs: clock.now().getTime() + keptMs })
      if (entries.size > entriesMax) entries.delete(entries.keys().next().value!)
    },
    clear() {
      generation++
      entries.clear()
    },
  }
}
