import type { FastifyInstance } from 'fastify'
import type { Metrics } from '../platform/metrics.ts'

/** Counts and times every answer by the pattern of its route: an address may hold what nobody else may know. */
export function measureRequests(app: FastifyInstance, metrics: Metrics) {
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.is404 ? 'none' : (request.routeOptions.url ?? 'none')
    metrics.request(
      { method: request.method, route, status: String(reply.statusCode) },
      reply.elapsedTime / 1000,
    )
    done()
  })
}
