import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../platform/db/database.ts'
import { AppError } from '../platform/errors.ts'
import type { Redis } from '../platform/redis/redis.ts'

export type Readiness = { isReady: boolean }

/** How long an answer of the database counts, and how long one is waited for. */
const usualTimes = { ttlMs: 250, waitMs: 2_000 }

/** /healthz says that the process lives; /readyz that it may be sent traffic. */
export function registerHealth(
  app: FastifyInstance,
  { db, readiness, redis }: { db: Database; readiness: Readiness; redis?: Redis | undefined },
  times = usualTimes,
) {
  const config = {
    limit: {
      exemptBecause: 'A supervisor must hear from the process when it is busiest; one query for all who ask.',
    },
  }
  const isDatabaseUp = watchDatabase(db, times)
  app.get('/healthz', { config }, async () => ({ status: 'ok' }))
  app.get('/readyz', { config }, async () => {
    const unavailable = new AppError('unavailable', { retryAfterSeconds: 2 })
    if (!readiness.isReady) throw unavailable
    if (!(await isDatabaseUp())) throw unavailable
    // Without Redis the product goes on: taking every process out of traffic would be the greater harm.
    return { status: 'ok', ...(redis ? { redis: redis.isUp() ? 'ok' : 'away' } : {}) }
  })
}

/**
 * One query at a time, whoever asks: these requests are not counted, and would else fill the queue in which all others
 * wait for a connection. One that is late is not asked again before it has ended.
 */
function watchDatabase(db: Database, { ttlMs, waitMs }: typeof usualTimes): () => Promise<boolean> {
  let latest: Promise<boolean> | undefined
  function ask() {
    const isUp = db.pool.query('select 1').then(
      () => true,
      () => false,
    )
    void isUp.then(async () => {
      await sleep(ttlMs, undefined, { ref: false })
      latest = undefined
    })
    return Promise.race([isUp, sleep(waitMs, false, { ref: false })])
  }
  return () => {
    latest ??= ask()
    return latest
  }
}
