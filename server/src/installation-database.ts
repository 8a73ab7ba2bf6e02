import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from './config.ts'
import { findDemoRemains } from './demo/demo-remains.ts'
import { type Database, type Db, openDatabase } from './platform/db/database.ts'
import { startEmbeddedDatabase } from './platform/db/embedded-database.ts'
import { migrate } from './platform/db/migrate.ts'
import { requireSessionPooling } from './platform/db/pooler-detection.ts'
import { installationLock } from './platform/db/process-locks.ts'
import { migrateJobs } from './platform/jobs/jobs.ts'
import { type Start, say } from './process-lifetime.ts'
import { findUnservedPayments } from './unserved-payments.ts'

/** A process that is just ending is waited for. */
const othersEndMs = 3_000
const lookAgainMs = 200

/** Starts the database where none is given, claims it, and brings it to the present schema. */
export async function prepareDatabase(of: Start, poolSize: number): Promise<{ db: Database; url: string }> {
  const { config, log } = of
  if (config.databaseUrl) await requireSessionPooling(config.databaseUrl)
  const url = config.databaseUrl ?? (await startEmbedded(of))
  const db = connectDatabase(of, url, poolSize)
  await claimInstallation(config, db)
  await migrate(db.pool, join(import.meta.dirname, '../src/migrations'), {
    onGivenWay: (name) => log.warn({ migration: name }, 'a table is in use, the migration tries again'),
  })
  await migrateJobs(db)
  const reason = await findReasonNotToServe(db.query, config)
  if (reason) throw new Error(reason)
  return { db, url }
}

/** Of a database at the present schema: why the product, as it is configured, does not start on it. */
export const findReasonNotToServe = async (db: Db, config: Config): Promise<string | undefined> =>
  (await findDemoRemains(db, config)) ?? (await findUnservedPayments(db, config))

export function connectDatabase({ log, undo }: Start, url: string, poolSize: number): Database {
  const db = openDatabase({
    url,
    poolSize,
    onError: (error) => log.warn({ err: error }, 'a database connection broke'),
  })
  undo.push({ name: 'database connections', stop: () => db.close() })
  return db
}

/** Processes that do not share their sockets and limits must not serve the same people. @throws when others do */
async function claimInstallation({ redisUrl }: Config, db: Database) {
  const lock = { ...installationLock, isExclusive: !redisUrl }
  for (let waitedMs = 0; waitedMs < othersEndMs; waitedMs += lookAgainMs) {
    if (await db.locks.hold(lock)) return
    await sleep(lookAgainMs)
  }
  throw new Error(
    redisUrl
      ? 'a process without REDIS_URL serves this database. Give every process the same REDIS_URL, or end that one.'
      : 'another process serves this database. Several can, when all of them are given the same REDIS_URL.',
  )
}

async function startEmbedded({ config, undo }: Start) {
  const embedded = await startEmbeddedDatabase({
    dataDir: config.dataDir,
    log: say,
    beginsAnew: config.isDemo,
  })
  undo.push({ name: 'embedded database', stop: () => embedded.stop() })
  return embedded.url
}
