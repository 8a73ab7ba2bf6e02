import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { buildApp } from './app.ts'
import { type App, compose } from './compose.ts'
import { type Config, ConfigError, readConfig } from './config.ts'
import { demoLogins } from './demo/demo-logins.ts'
import { loadDemo } from './demo/load-demo.ts'
import { prepareGracefulShutdown } from './http/graceful-shutdown.ts'
import { startMetricsServer } from './http/metrics-server.ts'
import { type Database, openDatabase } from './platform/db/database.ts'
import { startEmbeddedDatabase } from './platform/db/embedded-database.ts'
import { migrate } from './platform/db/migrate.ts'
import { requireSessionPooling } from './platform/db/pooler-detection.ts'
import { AppError } from './platform/errors.ts'
import { migrateJobs, startWorker } from './platform/jobs/jobs.ts'
import { createLog, type Log } from './platform/log.ts'
import { generatedSecret } from './platform/secrets.ts'

/** Where the built web files lie, seen from the server's build. */
const webBuildDir = join(import.meta.dirname, '../../web/build')

const shutdownLimitMs = 15_000
/** What is under way is answered, or cut. */
const requestsEndMs = 8_000
/** A process that is just ending is waited for. */
const othersEndMs = 3_000
const lookAgainMs = 200

/** What has been started, to be stopped in the opposite order. */
type Undo = { name: string; stop: () => Promise<unknown> }

/** What every step of the start is given. */
type Start = { config: Config; log: Log; undo: Undo[]; hurry: AbortSignal }

async function start(of: Start) {
  const { config, log, undo } = of
  if (config.databaseUrl) await requireSessionPooling(config.databaseUrl)
  const databaseUrl = config.databaseUrl ?? (await startEmbedded(config, undo))
  const db = await prepareDatabase(of, databaseUrl)
  let publicUrl = config.publicUrl ?? `http://localhost:${config.port}`
  const tokenSecret = config.tokenSecret ?? (await generatedSecret(config.dataDir, 'token'))
  const app = compose({
    config,
    db,
    databaseUrl,
    tokenSecret,
    log,
    publicUrl: () => publicUrl,
    isStrict: config.nodeEnv === 'development',
  })
  await startServices(of, app)
  if (config.moderator) await makeModerator(app, config.moderator)
  if (config.isDemo) await loadDemo(app)
  await app.ledgerOpening.open()
  const fastify = await startServing(of, app)

  // Rows that older rules wrote are written anew beside the running server; until then they are found by fewer words.
  await app.jobs.add(db.query, 'search:reindex', {}, { key: 'search:reindex' })

  await fastify.listen({ port: config.port, host: config.host })
  const address = fastify.server.address()
  if (!config.publicUrl && typeof address === 'object' && address)
    publicUrl = `http://localhost:${address.port}`
  app.readiness.isReady = true
  announce(app, publicUrl)
}

/** Connects to the database, claims it, and brings it to the present schema. */
async function prepareDatabase({ config, log, undo }: Start, url: string): Promise<Database> {
  const db = openDatabase({
    url,
    poolSize: 20,
    onError: (error) => log.warn({ err: error }, 'a database connection broke'),
  })
  undo.push({ name: 'database connections', stop: () => db.close() })
  await claimInstallation(config, db)
  await migrate(db.pool, join(import.meta.dirname, '../src/migrations'), {
    onGivenWay: (name) => log.warn({ migration: name }, 'a table is in use, the migration tries again'),
  })
  await migrateJobs(db)
  return db
}

/** What the product keeps open to others, and what is told of it. */
async function startServices({ config, undo }: Start, app: App) {
  undo.push({ name: 'searches', stop: () => app.searchReads.close() })
  app.metrics?.watchPool('search', app.searchReads.connections)
  undo.push({ name: 'notifications', stop: () => app.closeListener() })
  undo.push({ name: 'mail', stop: () => app.closeMail() })
  if (app.metrics && config.metrics) {
    const server = await startMetricsServer(app.metrics, config.metrics)
    undo.push({ name: 'metrics', stop: () => server.close() })
  }
  undo.push({ name: 'Redis', stop: () => app.closeRedis() })
}

/** Jobs, sockets, and the HTTP server, which does not listen yet. */
async function startServing({ config, log, undo, hurry }: Start, app: App) {
  const hasWeb = existsSync(join(webBuildDir, 'server/index.js'))
  const fastify = await buildApp(app, { webBuildDir: hasWeb ? webBuildDir : undefined })
  app.hub.attach(fastify.server, app.socketHandlers, app.presence)
  const worker = await startWorker(app.db, app.jobHandlers, log, { isDemo: config.isDemo })
  app.metrics?.watchPool('jobs', worker.pool)
  undo.push({ name: 'jobs', stop: () => worker.stop() })
  const closing = prepareGracefulShutdown(fastify, { maxWaitMs: requestsEndMs })
  undo.push({ name: 'requests', stop: () => closing.stop() })
  undo.push({ name: 'sockets', stop: () => app.hub.close() })
  await app.presence.start()
  undo.push({ name: 'presence', stop: async () => app.presence.stop() })
  // A proxy looks now and then: until it has seen that this one wants no more, everything is answered.
  undo.push({ name: 'draining', stop: () => app.hub.drain(config.drainMs, hurry) })
  undo.push({
    name: 'readiness',
    stop: async () => {
      app.readiness.isReady = false
    },
  })
  return fastify
}

async function makeModerator({ accounts }: App, moderator: NonNullable<Config['moderator']>) {
  await accounts.createModerator(moderator).catch((error: unknown) => {
    throw error instanceof AppError ? new Error(`MODERATOR_PASSWORD: ${error.message}`) : error
  })
}

/** Processes that do not share their sockets and limits must not serve the same people. @throws when others do */
async function claimInstallation({ redisUrl }: Config, db: Database) {
  const lock = { space: 'installation', name: 'server', isExclusive: !redisUrl } as const
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

async function startEmbedded(config: Config, undo: Undo[]) {
  const embedded = await startEmbeddedDatabase({ dataDir: config.dataDir, log: say })
  undo.push({ name: 'embedded database', stop: () => embedded.stop() })
  return embedded.url
}

const say = (line: string) => void process.stdout.write(`${line}\n`)

function announce({ config }: App, publicUrl: string) {
  say(`\n  ${config.productName} is running at ${publicUrl}\n`)
  if (config.rateLimitFactor !== 1)
    say(`  Warning: RATE_LIMIT_FACTOR is ${config.rateLimitFactor}, limits are not what they should be.\n`)
  if (!config.isDemo) return
  say('  Demo logins:')
  for (const login of demoLogins)
    say(`    ${login.role.padEnd(10)} ${login.email.padEnd(22)} ${login.password}   ${login.note}`)
  say('\n  Stop with Ctrl-C.\n')
}

async function stop(undo: Undo[], log: Log, limitMs: number) {
  let underWay = ''
  setTimeout(() => {
    log.error({ what: underWay }, 'the end takes too long')
    process.exit(1)
  }, limitMs).unref()
  for (const { name, stop: stopIt } of undo.reverse()) {
    underWay = name
    await stopIt().catch((error: unknown) => log.error({ err: error }, `could not stop: ${name}`))
  }
}

async function main() {
  const config = readConfig()
  const log = createLog(config.isDemo && config.logLevel === 'info' ? 'warn' : config.logLevel)
  const undo: Undo[] = []
  let isStopping = false
  const hurry = new AbortController()
  const shutDown = (exitCode: number) => {
    if (isStopping) return
    isStopping = true
    void stop(undo, log, shutdownLimitMs + config.drainMs).then(() => process.exit(exitCode))
  }
  process.on('SIGINT', () => {
    hurry.abort()
    shutDown(0)
  })
  process.on('SIGTERM', () => shutDown(0))
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'unhandled rejection'))
  try {
    await start({ config, log, undo, hurry: hurry.signal })
  } catch (error) {
    if (isStopping) return
    process.stderr.write(`\n  Could not start: ${(error as Error).message}\n\n`)
    log.debug({ err: error }, 'start failed')
    shutDown(1)
  }
}

main().catch((error: unknown) => {
  const text = error instanceof ConfigError ? error.message : String(error)
  process.stderr.write(`\n  ${text}\n\n`)
  process.exitCode = 1
})
