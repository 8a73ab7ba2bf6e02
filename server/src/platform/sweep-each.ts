import type { Log } from './log.ts'

/**
 * One after the other, and past those that fail: what cannot be done for one must not hold up all that come after it,
 * minute by minute. Fails at the end, so that the job counts as failed and is seen.
 */
export async function sweepEach<T>(log: Log, items: readonly T[], work: (item: T) => Promise<unknown>) {
  const errors: unknown[] = []
  for (const item of items) {
    try {
      await work(item)
    } catch (error) {
      errors.push(error)
      // By its id; a part of the product says in the error what it is.
      const of = typeof item === 'object' ? {} : { item }
      log.error({ err: error, ...of }, 'one of those that were due failed')
    }
  }
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} of ${items.length} failed`)
}
