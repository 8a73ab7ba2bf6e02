import type { FastifyRateLimitStore, FastifyRateLimitStoreCtor } from '@fastify/rate-limit'
import type { Redis } from '../platform/redis/redis.ts'

type Counted = { current: number; ttl: number }
type Route = { routeInfo?: { method?: string | string[]; url?: string } }

/** Counts and begins the window in one step: a counter without an end would refuse somebody for ever. */
const count = `
  local current = redis.call('INCR', KEYS[1])
  if current == 1 then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
  return { current, redis.call('PTTL', KEYS[1]) }`

const entriesMax = 5_000

/**
 * One count for all processes, so that nobody has twice as much by asking twice as many of them. While
 * Redis is away each process counts by itself; guesses are counted in PostgreSQL and do not change.
 */
export function createSharedLimits(redis: Redis): FastifyRateLimitStoreCtor {
  async function countInRedis(key: string, windowMs: number): Promise<Counted> {
    const [current, ttl] = (await redis.client.eval(count, 1, key, windowMs)) as [number, number]
    return { current, ttl }
  }

  function storeOf({ routeInfo: { method = '', url = '' } = {} }: Route): FastifyRateLimitStore {
    const countHere = createOwnCount()
    return {
      incr(key, callback, windowMs) {
        const counted = redis.isUp()
          ? countInRedis(`${redis.prefix}limit:${method}${url}:${key}`, windowMs)
          : Promise.reject()
        counted.catch(() => countHere(key, windowMs)).then((result) => callback(null, result), callback)
      },
      child: (options) => storeOf(options as Route),
    }
  }
  // The plugin says `new`, and takes what that gives.
  return function sharedLimits(options: Route) {
    return storeOf(options)
  } as unknown as FastifyRateLimitStoreCtor
}

/** The oldest are forgotten beyond the bound: that lets somebody through, and nobody is refused by it. */
function createOwnCount() {
  const windows = new Map<string, { count: number; endsAtMs: number }>()
  return (key: string, windowMs: number): Counted => {
    const nowMs = performance.now()
    let window = windows.get(key)
    if (!window || window.endsAtMs <= nowMs) {
      windows.delete(key)
      window = { count: 0, endsAtMs: nowMs + windowMs }
      windows.set(key, window)
      if (windows.size > entriesMax) windows.delete(windows.keys().next().value!)
    }
    return { current: ++window.count, ttl: window.endsAtMs - nowMs }
  }
}
