import type { FastifyInstance } from 'fastify'
import type { Database } from '../platform/db/database.ts'
import { AppError } from '../platform/errors.ts'

export type Readiness = { isReady: boolean }

/** /healthz says that the process lives; /readyz that it may be sent traffic. */
export function registerHealth(
  app: FastifyInstance,
  { db, readiness }: { db: Database; readiness: Readiness },
) {
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async () => {
    const unavailable = new AppError('unavailable', { retryAfterSeconds: 2 })
    if (!readiness.isReady) throw unavailable
    await db.pool.query('select 1').catch(() => {
      throw unavailable
    })
    return { status: 'ok' }
  })
}
