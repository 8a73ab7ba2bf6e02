import type { Log } from '../log.ts'

/**
 * Does all of it, whatever fails on the way: what always fails first would keep the rest undone for ever. The job
 * fails at the end, so that it is counted and tried again.
 * @throws AggregateError
 */
export async function doEach<T>(log: Log, items: readonly T[], work: (item: T) => Promise<unknown>) {
  const errors: unknown[] = []
  for (const item of items)
    try {
      await work(item)
    } catch (error) {
      log.error({ err: error }, 'a part of a job failed; the others go on')
      errors.push(error)
    }
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} of ${items.length} failed`)
}
