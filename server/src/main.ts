import cluster from 'node:cluster'
import { type Config, ConfigError, readConfig } from './config.ts'
import { prepareDatabase } from './installation-database.ts'
import { createLog } from './platform/log.ts'
import { readMachine } from './platform/machine.ts'
import { joinSiblings, type Siblings } from './platform/siblings/siblings.ts'
import { type Start, shutdownLimitMs, stopAll } from './process-lifetime.ts'
import { untilPagesAreBuilt } from './start-script.ts'
import { requestConnections, webProcessesFor } from './web-processes.rules.ts'

/** Each kind of process loads what it needs: the first of several is small so. */
async function start(of: Start, siblings: Siblings | undefined) {
  if (siblings) return (await import('./serve.ts')).serveBeside(of, siblings)
  const processes = processesOf(of.config)
  if (processes === 1) {
    // PostgreSQL starts while the code is still being read.
    const [database, { serveAlone }] = await Promise.all([
      prepareDatabase(of, requestConnections(1)),
      import('./serve.ts'),
    ])
    return serveAlone(of, database)
  }
  return (await import('./primary.ts')).startPrimary(of, processes)
}

const processesOf = ({ processes }: Config) =>
  processes === 'auto' ? webProcessesFor(readMachine()) : processes

async function main() {
  const config = readConfig()
  const log = createLog(config.logLevel)
  const hurry = new AbortController()
  // Of several the first one waits for all.
  const pages = cluster.isPrimary ? untilPagesAreBuilt() : Promise.resolve()
  const of: Start = { config, log, undo: [], hurry: hurry.signal, pages }
  let isStopping = false
  const shutDown = (exitCode: number) => {
    if (isStopping) return
    isStopping = true
    // The first of several waits for the others, which have the same limit.
    const limitMs = shutdownLimitMs + config.drainMs + (cluster.isPrimary ? primaryWaitsMs : 0)
    void stopAll(of, limitMs).then(() => process.exit(exitCode))
  }
  process.on('SIGINT', () => {
    hurry.abort()
    shutDown(0)
  })
  process.on('SIGTERM', () => shutDown(0))
  // Its terminal is gone, or its line: unheard, that would end the product and leave its database running.
  process.on('SIGHUP', () => shutDown(0))
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'unhandled rejection'))
  const siblings = cluster.isWorker ? await joinSiblings() : undefined
  try {
    await start(of, siblings)
  } catch (error) {
    if (isStopping) return
    const { message } = error as Error
    if (siblings) siblings.failed(message)
    else process.stderr.write(`\n  Could not start: ${message}\n\n`)
    log.debug({ err: error }, 'start failed')
    shutDown(1)
  }
}

const primaryWaitsMs = 5_000

main().catch((error: unknown) => {
  const text = error instanceof ConfigError ? error.message : String(error)
  process.stderr.write(`\n  ${text}\n\n`)
  process.exitCode = 1
})
