import { windowMs } from '../count-windows.ts'
import type { SharedCounts } from '../rate-limiter.ts'
import type { Redis } from './redis.ts'

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

export const countInRedis = (redis: Redis): SharedCounts => ({
  isUp: () => redis.isUp(),
  async count(given) {
    const keys = given.map((key) => `${redis.prefix}limit:${key}`)
    const numbers = (await redis.client.eval(countScript, keys.length, ...keys, windowMs)) as number[]
    return given.map((_, index) => ({ used: numbers[index * 2]!, endsInMs: numbers[index * 2 + 1]! }))
  },
})
