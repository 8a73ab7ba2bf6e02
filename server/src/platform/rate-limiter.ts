import { type RateLimitName, rateLimits } from '@marga/contract/limits'
import { minutesMs } from './clock.ts'
import { AppError } from './errors.ts'
import type { Redis } from './redis/redis.ts'

/** Who asks: the network always, the account once it is proven. */
export type LimitedCaller = { network: string; accountId?: string | undefined }

/** Counts requests and events in windows of a minute. Refuses with AppError rate_limited. */
export type RateLimiter = {
  /** Counts in this process alone, at once. @throws AppError rate_limited */
  takeHere(name: RateLimitName, caller: LimitedCaller): void
  /** Counts one of each, over all processes that share a Redis. Gives nothing back where there is nothing to wait for. */
  take(names: readonly RateLimitName[], caller: LimitedCaller): Promise<void> | undefined
}

type Options = { factor: number; redis?: Redis | undefined; nowMs?: () => number; keysMax?: number }
type Counted = { used: number; endsInMs: number }

const windowMs = minutesMs(1)

/** Counts and begins each window in one step: a counter without an end would refuse somebody for ever. */
const countScript = `
  local counted = {}
  for index, key in ipairs(KEYS) do
    local used = redis.call('INCR', key)
    if used == 1 then redis.call('PEXPIRE', key, ARGV[1]) end
    counted[index * 2 - 1] = used
    counted[index * 2] = redis.call('PTTL', key)
  end
  return counted`

const keyOf = (name: RateLimitName, { network, accountId }: LimitedCaller) =>
  `${name}:${(rateLimits[name].by === 'account' && accountId) || network}`

/**
 * One count for all processes, so that nobody has twice as much by asking twice as many of them. While Redis is away
 * each process counts by itself; wrong passwords and codes are counted in PostgreSQL and do not change.
 */
export function createRateLimiter({ factor, redis, nowMs, keysMax }: Options): RateLimiter {
  const countHere = createWindows({ nowMs, keysMax })

  function refuseBeyond(name: RateLimitName, { used, endsInMs }: Counted) {
    if (used <= Math.ceil(rateLimits[name].perMinute * factor)) return
    throw new AppError('rate_limited', { retryAfterSeconds: Math.max(1, Math.ceil(endsInMs / 1000)) })
  }

  function takeHere(name: RateLimitName, caller: LimitedCaller) {
    refuseBeyond(name, countHere(keyOf(name, caller)))
  }

  async function takeTogether(shared: Redis, names: readonly RateLimitName[], caller: LimitedCaller) {
    const keys = names.map((name) => `${shared.prefix}limit:${keyOf(name, caller)}`)
    const counted = await shared.client
      .eval(countScript, keys.length, ...keys, windowMs)
      .then((numbers) => numbers as number[])
      .catch(() => undefined)
    for (const [index, name] of names.entries()) {
      if (!counted) takeHere(name, caller)
      else refuseBeyond(name, { used: counted[index * 2]!, endsInMs: counted[index * 2 + 1]! })
    }
  }

  return {
    takeHere,
    take(names, caller) {
      if (redis?.isUp()) return takeTogether(redis, names, caller)
      for (const name of names) takeHere(name, caller)
      return undefined
    },
  }
}

/** Beyond `keysMax` callers at once new ones share these counters: counted too harshly, but never not at all. */
const sharedCounters = 1024

type WindowOptions = { nowMs?: (() => number) | undefined; keysMax?: number | undefined }

function createWindows({ nowMs = () => performance.now(), keysMax = 100_000 }: WindowOptions) {
  const windows = new Map<string, { used: number; endsAtMs: number }>()
  let sweptAtMs = nowMs()

  function sweep(now: number) {
    sweptAtMs = now
    for (const [key, { endsAtMs }] of windows) if (endsAtMs <= now) windows.delete(key)
  }

  return (given: string): Counted => {
    const now = nowMs()
    if (now - sweptAtMs > windowMs) sweep(now)
    const key =
      windows.has(given) || windows.size < keysMax ? given : `shared:${hashOf(given) % sharedCounters}`
    let window = windows.get(key)
    if (!window || window.endsAtMs <= now) {
      window = { used: 0, endsAtMs: now + windowMs }
      windows.set(key, window)
    }
    return { used: ++window.used, endsInMs: window.endsAtMs - now }
  }
}

function hashOf(text: string): number {
  let hash = 0
  for (let index = 0; index < text.length; index++) hash = (hash * 31 + text.charCodeAt(index)) >>> 0
  return hash
}
