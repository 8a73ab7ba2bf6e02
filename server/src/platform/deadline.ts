import { AsyncLocalStorage } from 'node:async_hooks'

const underWay = new AsyncLocalStorage<{ endsAtMs: number }>()

/** Bounds all that `work` asks of services that know `remainingMs`, however many calls it makes. */
export const withDeadline = <T>(budgetMs: number, work: () => Promise<T>): Promise<T> =>
  underWay.run({ endsAtMs: performance.now() + budgetMs }, work)

/** What is left of the deadline under way, or undefined where there is none. */
export function remainingMs(): number | undefined {
  const deadline = underWay.getStore()
  return deadline && Math.max(0, Math.round(deadline.endsAtMs - performance.now()))
}

/**
 * Waits no longer than so; what is waited for goes on, for others who wait for it.
 * @throws what `tooLate` makes
 */
export async function within<T>(waitMs: number, asked: Promise<T>, tooLate: () => Error): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const over = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(tooLate()), waitMs)
  })
  try {
    return await Promise.race([asked, over])
  } finally {
    clearTimeout(timer)
    asked.catch(() => {})
  }
}
