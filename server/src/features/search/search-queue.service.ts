import { limits } from '@marga/contract/limits'
import pLimit from 'p-limit'
import { withDeadline } from '../../platform/deadline.ts'
import { AppError } from '../../platform/errors.ts'

/** A few searches at once: so many statements never keep PostgreSQL from everybody else. */
export function createSearchQueue(searchMs: number) {
  const short = pLimit(limits.searchesAtOnce)
  const long = pLimit(limits.longSearchesAtOnce)
  /** @throws AppError unavailable when too many wait, or it takes too long */
  return async <T>(wordCount: number, work: () => Promise<T>): Promise<T> => {
    const queue = wordCount > limits.shortSearchWords ? long : short
    if (queue.pendingCount >= limits.searchesWaitingMax)
      throw new AppError('unavailable', { retryAfterSeconds: 2 })
    return withDeadline(searchMs, () => queue(work))
  }
}
export type SearchQueue = ReturnType<typeof createSearchQueue>
