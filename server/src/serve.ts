import { existsSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { announce } from './announce.ts'
import { buildApp } from './app.ts'
import { type App, compose } from './compose.ts'
import { loadDemo } from './demo/load-demo.ts'
import { makeFirstModerator } from './first-moderator.ts'
import { prepareGracefulShutdown } from './http/graceful-shutdown.ts'
import { startMetricsServer } from './http/metrics-server.ts'
import { connectDatabase } from './installation-database.ts'
import type { Database } from './platform/db/database.ts'
import { startWorker } from './platform/jobs/jobs.ts'
import { lowerPriority } from './platform/machine.ts'
import { generatedSecret } from './platform/secrets.ts'
import type { Siblings } from './platform/siblings/siblings.ts'
import type { Start } from './process-lifetime.ts'
import { requestConnections } from './web-processes.rules.ts'

/** Where the built web files lie, seen from the server's build. */
const webBuildDir = join(import.meta.dirname, '../../web/build')

/** What is under way is answered, or cut. */
const requestsEndMs = 8_000

/** The one process that does everything. */
export async function serveAlone(of: Start, { db, url }: { db: Database; url: string }) {
  const { app, address } = await composeProcess(of, { db, databaseUrl: url })
  if (app.metrics && of.config.metrics) {
    const server = await startMetricsServer(app.metrics, of.config.metrics)
    of.undo.push({ name: 'metrics', stop: () => server.close() })
  }
  await openInstallation(of, app)
  await startJobs(of, app, { isServing: true })
  await of.pages
  address.public = await startServing(of, app)
  announce(of.config, address.public)
}

/** One of the processes that share the work on an installation which the first of them has prepared. */
export async function serveBeside(of: Start, siblings: Siblings) {
  const { role, databaseUrl, webProcesses } = siblings.assignment
  // What people wait for comes first, on whichever core.
  if (role === 'jobs') lowerPriority(jobsPriority)
  const db = connectDatabase(of, databaseUrl, requestConnections(webProcesses))
  const { app, address } = await composeProcess(of, { db, databaseUrl, siblings })
  if (role === 'jobs') {
    await openInstallation(of, app)
    // For what jobs tell the sockets of the others; none comes here.
    app.hub.attach(createServer(), app.socketHandlers, app.presence)
    of.undo.push({ name: 'sockets', stop: () => app.hub.close() })
    await startJobs(of, app, { isServing: false })
  } else address.public = await startServing(of, app)
  siblings.ready(address.public)
}

const jobsPriority = 10

type Given = { db: Database; databaseUrl: string; siblings?: Siblings }

async function composeProcess({ config, log, undo }: Start, { db, databaseUrl, siblings }: Given) {
  const address = { public: config.publicUrl ?? `http://localhost:${config.port}` }
  const app = compose({
    config,
    db,
    databaseUrl,
    tokenSecret: config.tokenSecret ?? (await generatedSecret(config.dataDir, 'token')),
    log,
    publicUrl: () => address.public,
    siblings,
    isStrict: config.nodeEnv === 'development',
  })
  undo.push({ name: 'searches', stop: () => app.searchReads.close() })
  app.metrics?.watchPool('search', app.searchReads.connections)
  undo.push({ name: 'notifications', stop: () => app.closeListener() })
  undo.push({ name: 'mail', stop: () => app.closeMail() })
  undo.push({ name: 'Redis', stop: () => app.closeRedis() })
  return { app, address }
}

/** What must be there before anybody is let in; once for all processes. */
async function openInstallation({ config }: Start, app: App) {
  if (config.moderator) await makeFirstModerator(app, config.moderator)
  if (config.isDemo) await loadDemo(app)
  await app.ledgerOpening.open()
}

async function startJobs({ config, log, undo }: Start, app: App, { isServing }: { isServing: boolean }) {
  if (!config.hasJobs) return
  const worker = await startWorker(app.db, app.jobHandlers, log, { isDemo: config.isDemo, isServing })
  app.metrics?.watchPool('jobs', worker.pool)
  undo.push({ name: 'jobs', stop: () => worker.stop() })
  // Rows that older rules wrote are written anew beside the running server; until then they are found by fewer words.
  await app.jobs.add(app.db.query, 'search:reindex', {}, { key: 'search:reindex' })
}

/** Pages, API and sockets. @returns the address that people use */
async function startServing({ config, undo, hurry }: Start, app: App): Promise<string> {
  const hasWeb = existsSync(join(webBuildDir, 'server/index.js'))
  const fastify = await buildApp(app, { webBuildDir: hasWeb ? webBuildDir : undefined })
  app.hub.attach(fastify.server, app.socketHandlers, app.presence)
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
  await fastify.listen({ port: config.port, host: config.host })
  app.readiness.isReady = true
  const address = fastify.server.address()
  const port = typeof address === 'object' && address ? address.port : config.port
  return config.publicUrl ?? `http://localhost:${port}`
}
