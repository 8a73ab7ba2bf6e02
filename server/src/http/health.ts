import type { FastifyInstance } from 'fastify'
import type { Database } from '../platform/db/database.ts'
import { AppError } from '../platform/errors.ts'
import type { Redis } from '../platform/redis/redis.ts'

export type Readiness = { isReady: boolean }

/** /healthz says that the process lives; /readyz that it may be sent traffic. */
export function registerHealth(
  app: FastifyInstance,
  { db, readiness, redis }: { db: Database; readiness: Readiness; redis?: Redis | undefined },
) {
  const config = {
    limit: {
      exemptBecause: 'A supervisor must hear from the process when it is busiest; no query but select 1.',
    },
  }
  app.get('/healthz', { config }, async () => ({ status: 'ok' }))
  app.get('/readyz', { config }, async () => {
    const unavailable = new AppError('unavailable', { retryAfterSeconds: 2 })
    if (!readiness.isReady) throw unavailable
    await db.pool.query('select 1').catch(() => {
      throw unavailable
    })
    // Without Redis the product goes on: taking every process out of traffic would be the greater harm.
    return { status: 'ok', ...(redis ? { redis: redis.isUp() ? 'ok' : 'away' } : {}) }
  })
}
