import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

const tidyEveryMs = 50

/**
 * Prepares the end of a server. A connection that a proxy keeps for its next request, or whose other side has
 * stopped answering, would hold it up for minutes: `stop` ends the idle ones each time a request is done,
 * and cuts what is left after `patienceMs`.
 */
export function prepareGracefulShutdown(app: FastifyInstance, { maxWaitMs }: { maxWaitMs: number }) {
  const open = new Set<Socket>()
  app.server.on('connection', (socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  return {
    async stop() {
      const closing = app.close()
      const tidying = setInterval(() => app.server.closeIdleConnections(), tidyEveryMs)
      const cutting = setTimeout(() => {
        for (const socket of open) socket.destroy()
      }, maxWaitMs)
      await closing.finally(() => {
        clearInterval(tidying)
        clearTimeout(cutting)
      })
    },
  }
}
