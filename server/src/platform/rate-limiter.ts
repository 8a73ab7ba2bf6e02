import { type RateLimitName, rateLimits } from '@marga/contract/rate-limits'
import { type Counted, createCountWindows } from './count-windows.ts'
import { AppError } from './errors.ts'

/** Who asks: the network always, the account once it is proven. */
export type LimitedCaller = { network: string; accountId?: string | undefined }

/** Counts requests and events in windows of a minute. Refuses with AppError rate_limited. */
export type RateLimiter = {
  /** Counts in this process alone, at once. @throws AppError rate_limited */
  takeHere(name: RateLimitName, caller: LimitedCaller): void
  /** Counts one of each, over all processes that share their counts. Gives nothing back where there is nothing to wait for. */
  take(names: readonly RateLimitName[], caller: LimitedCaller): Promise<void> | undefined
}

/** Where the processes of an installation count together. */
export type SharedCounts = {
  isUp(): boolean
  /** Counts one for each key. */
  count(keys: readonly string[]): Promise<Counted[]>
}

type Options = {
  factor: number
  shared?: SharedCounts | undefined
  nowMs?: () => number
  keysMax?: number
}

const keyOf = (name: RateLimitName, { network, accountId }: LimitedCaller) =>
  `${name}:${(rateLimits[name].by === 'account' && accountId) || network}`

/**
 * One count for all processes, so that nobody has twice as much by asking twice as many of them. While what they share
 * is away each process counts by itself; wrong passwords and codes are counted in PostgreSQL and do not change.
 */
export function createRateLimiter({ factor, shared, nowMs, keysMax }: Options): RateLimiter {
  const countHere = createCountWindows({ nowMs, keysMax })

  function refuseBeyond(name: RateLimitName, { used, endsInMs }: Counted) {
    if (used <= Math.ceil(rateLimits[name].perMinute * factor)) return
    throw new AppError('rate_limited', { retryAfterSeconds: Math.max(1, Math.ceil(endsInMs / 1000)) })
  }

  function takeHere(name: RateLimitName, caller: LimitedCaller) {
    refuseBeyond(name, countHere(keyOf(name, caller)))
  }

  async function takeTogether(counts: SharedCounts, names: readonly RateLimitName[], caller: LimitedCaller) {
    const counted = await counts.count(names.map((name) => keyOf(name, caller))).catch(() => undefined)
    for (const [index, name] of names.entries()) {
      if (!counted) takeHere(name, caller)
      else refuseBeyond(name, counted[index]!)
    }
  }

  return {
    takeHere,
    take(names, caller) {
      if (shared?.isUp()) return takeTogether(shared, names, caller)
      for (const name of names) takeHere(name, caller)
      return undefined
    },
  }
}
