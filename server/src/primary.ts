import { announce } from './announce.ts'
import { startMetricsServer } from './http/metrics-server.ts'
import { prepareDatabase } from './installation-database.ts'
import { createClusterMetrics } from './platform/metrics.ts'
import { createPrimary } from './platform/siblings/primary.ts'
import { type Start, shutdownLimitMs } from './process-lifetime.ts'

/** The lock, and what has to be asked before the others are there. */
const connections = 2

/** Prepares the installation, holds it, and starts the processes that serve it. */
export async function startPrimary(of: Start, webProcesses: number) {
  const { config, log, undo, hurry } = of
  const { url } = await prepareDatabase(of, connections)
  const primary = createPrimary({ log })
  const stopWithin = config.drainMs + shutdownLimitMs
  undo.push({ name: 'processes', stop: () => primary.stop(hurry.aborted ? 'SIGINT' : 'SIGTERM', stopWithin) })
  if (config.metrics) {
    const server = await startMetricsServer(createClusterMetrics(primary), config.metrics)
    undo.push({ name: 'metrics', stop: () => server.close() })
  }
  const assign = { webProcesses, databaseUrl: url }
  await primary.start({ ...assign, role: 'jobs', name: 'jobs' })
  await of.pages
  const urls = await Promise.all(
    Array.from({ length: webProcesses }, (_, index) =>
      primary.start({ ...assign, role: 'web', name: `web-${index + 1}` }),
    ),
  )
  announce(config, urls[0]!)
}
