import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Metrics } from '../platform/metrics.ts'

/**
 * /metrics on a port of its own: the proxy in front never leads there, so nothing has to keep the
 * public out, and a server that refuses requests because it is busy still says how busy.
 */
export async function startMetricsServer(
  metrics: Pick<Metrics, 'contentType' | 'text'>,
  { port, host }: { port: number; host: string },
) {
  const server = createServer(async (request, response) => {
    if (request.url?.split('?')[0] !== '/metrics') return response.writeHead(404).end()
    try {
      const text = await metrics.text()
      response.writeHead(200, { 'content-type': metrics.contentType }).end(text)
    } catch {
      response.writeHead(500).end()
    }
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => resolve())
  })
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
