import type { Actor, Identify, RunAsSession } from '../platform/actor.ts'
import type { Core } from '../platform/core.ts'
import { createMetrics } from '../platform/metrics.ts'
import { createAddressReader } from '../platform/network-address.ts'
import { createRateLimiter } from '../platform/rate-limiter.ts'
import type { Redis } from '../platform/redis/redis.ts'
import { countInRedis } from '../platform/redis/redis-counts.ts'
import type { Siblings } from '../platform/siblings/siblings.ts'
import { shareSockets } from './shared-sockets.ts'
import { shareSiblingSockets } from './sibling-sockets.ts'
import { createSocketHub } from './socket-hub.ts'

type Needs = Core & {
  config: { metrics: unknown; rateLimitFactor: number; trustedProxies: string[] }
  redis: Redis | undefined
  siblings: Siblings | undefined
  revocations: { identify: Identify }
  twoFactor: { requireTwoFactorSetup: (actor: Actor) => Promise<void> }
  runAsSession: RunAsSession
}

/** Sockets, and what is counted of and refused to whoever comes: callers, limits, metrics. */
export function createRealtime(needs: Needs) {
  const { db, log, config, redis, siblings, revocations, twoFactor, runAsSession } = needs
  const limiter = createRateLimiter({
    factor: config.rateLimitFactor,
    shared: redis ? countInRedis(redis) : siblings?.counts,
  })
  const addresses = createAddressReader(config.trustedProxies)
  const metrics = config.metrics
    ? createMetrics({ db, sockets: () => hub.connections(), siblings })
    : undefined
  const { identify } = revocations
  const { requireTwoFactorSetup } = twoFactor
  const hub = createSocketHub({
    identify,
    requireTwoFactorSetup,
    runAsSession,
    log,
    origin: needs.publicUrl,
    ...(metrics ? { onAnswered: metrics.event } : {}),
    adapter: redis ? shareSockets(redis) : siblings && shareSiblingSockets(siblings),
    takesPolling: !siblings,
    limiter,
    addresses,
    factor: config.rateLimitFactor,
    timeouts: needs.timeouts,
  })
  // What other processes said meanwhile has not come here, nor what was said here to them.
  redis?.onReturn(hub.announceGap)
  return {
    hub,
    realtime: hub.realtime,
    rooms: hub.rooms,
    limiter,
    addresses,
    metrics,
    identify,
    requireTwoFactorSetup,
    closeRedis: async () => redis?.close(),
  }
}
