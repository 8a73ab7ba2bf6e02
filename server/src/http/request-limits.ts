import type { RateLimitName } from '@marga/contract/rate-limits'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { networkOf } from '../platform/network-address.ts'
import type { LimitedCaller, RateLimiter } from '../platform/rate-limiter.ts'

/** A route that is not counted, and why that is safe. */
export type Exemption = { exemptBecause: string }

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Which bucket of limits.ts counts the requests beside the general one. */
    limit?: RateLimitName | Exemption
  }
  interface FastifyRequest {
    /** The network address that limits count, after trusted proxies. */
    network: string
  }
  interface FastifyInstance {
    /** Every route with what counts it, for the test that looks for one without. */
    countedRoutes: { method: string | string[]; url: string; limit: () => RateLimitName | Exemption }[]
  }
}

/** Counts every request that the app answers, before its body is read: those of routes that say nothing, too. */
export function limitRequests(app: FastifyInstance, limiter: RateLimiter) {
  const countedRoutes: FastifyInstance['countedRoutes'] = []
  app.decorate('countedRoutes', countedRoutes)
  app.decorateRequest('network', '')

  let isProxyNoted = false
  app.addHook('onRequest', (request, _reply, done) => {
    request.network = networkOf(request.ip)
    if (
      !isProxyNoted &&
      request.ip === request.socket.remoteAddress &&
      request.headers['x-forwarded-for'] !== undefined
    ) {
      isProxyNoted = true
      request.log.warn(
        'forwarded requests from an address that is not in TRUSTED_PROXIES: all count as one caller',
      )
    }
    const { limit } = request.routeOptions.config
    if (isExempt(limit)) return done()
    limiter.takeHere('address', request)
    // No route took it, so no route counts it.
    if (request.is404) limiter.takeHere('general', request)
    done()
  })

  app.addHook('onRoute', (route) => {
    const count = (request: FastifyRequest, _reply: unknown, done: (error?: Error) => void) =>
      countRequest(request, limiter, done)
    // After the route's own hooks, which say whose request it is.
    route.onRequest = [...[route.onRequest ?? []].flat(), count]
    countedRoutes.push({
      method: route.method,
      url: route.url,
      limit: () => route.config?.limit ?? 'general',
    })
  })
}

/** For routes that a plugin adds. */
export function limitAllRoutes(scope: FastifyInstance, limit: RateLimitName) {
  scope.addHook('onRoute', (route) => {
    route.config = { ...route.config, limit }
  })
}

const isExempt = (limit: RateLimitName | Exemption | undefined): limit is Exemption =>
  typeof limit === 'object'

export const limitedCaller = ({ network, actor }: FastifyRequest): LimitedCaller => ({
  network,
  accountId: actor?.id,
})

/** What a call counts as: the general budget, and the bucket that it names. */
export const bucketsOf = (limit: RateLimitName = 'general'): readonly RateLimitName[] =>
  limit === 'general' ? ['general'] : ['general', limit]

function countRequest(request: FastifyRequest, limiter: RateLimiter, done: (error?: Error) => void) {
  const { limit } = request.routeOptions.config
  if (isExempt(limit)) return done()
  const waiting = limiter.take(bucketsOf(limit), limitedCaller(request))
  if (waiting) waiting.then(() => done(), done)
  else done()
}
