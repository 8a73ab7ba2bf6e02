import pLimit, { type LimitFunction } from 'p-limit'

export type KeyedQueue = <T>(key: string, work: () => Promise<T>) => Promise<T>

/** Of each key one piece of work at a time, in the order in which it was asked for; of different keys all at once. */
export function createKeyedQueue(): KeyedQueue {
  const queues = new Map<string, { inTurn: LimitFunction; asked: number }>()
  return async (key, work) => {
    const queue = queues.get(key) ?? { inTurn: pLimit(1), asked: 0 }
    queues.set(key, queue)
    queue.asked++
    try {
      return await queue.inTurn(work)
    } finally {
      if (--queue.asked === 0) queues.delete(key)
    }
  }
}
