import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { secondsMs } from '../platform/clock.ts'
import { AppError } from '../platform/errors.ts'
import type { AddressReader } from '../platform/network-address.ts'
import type { RateLimiter } from '../platform/rate-limiter.ts'

/** Whoever was told no has so long to close their side. */
const closingMs = secondsMs(5)

const swallow = () => {}

type Options = {
  /** Of the sockets. */
  path: string
  limiter: RateLimiter
  addresses: AddressReader
}

/**
 * Answers what asks for a WebSocket anywhere but at the sockets' path, and for a tunnel. Node takes its hands off
 * such a connection: neither routes nor limits nor timeouts see it any more, and nobody hears its errors, of which one
 * without a listener ends the process. One that was closed without a word would be the process's failure to a proxy.
 */
export function refuseForeignUpgrades(server: Server, { path, limiter, addresses }: Options) {
  function refuse(request: IncomingMessage, socket: Duplex) {
    try {
      // As what no route takes.
      const caller = { network: addresses.networkOf(request) }
      limiter.takeHere('address', caller)
      limiter.takeHere('general', caller)
      endUpgrade(socket, '404 Not Found')
    } catch (error) {
      refuseUpgradeFor(error, socket)
    }
  }
  server.on('upgrade', (request, socket) => {
    // Of the sockets, too: they may be cut while their handshake is counted, before the library listens.
    socket.on('error', swallow)
    if (!request.url?.startsWith(path)) refuse(request, socket)
  })
  server.on('connect', (request, socket) => {
    socket.on('error', swallow)
    refuse(request, socket)
  })
}

/** Tells it to come again later. */
export const refuseUpgradeFor = (error: unknown, socket: Duplex) =>
  endUpgrade(socket, '429 Too Many Requests', `Retry-After: ${retrySecondsOf(error)}\r\n`)

export const retrySecondsOf = (error: unknown) => (error instanceof AppError && error.retryAfterSeconds) || 5

/** An upgrade has no real response: what is written goes to its connection. */
function endUpgrade(socket: Duplex, status: string, headers = '') {
  const timer = setTimeout(() => socket.destroy(), closingMs).unref()
  socket.once('close', () => clearTimeout(timer))
  // Unread, its end would not be noticed.
  socket.resume()
  socket.end(`HTTP/1.1 ${status}\r\n${headers}Connection: close\r\nContent-Length: 0\r\n\r\n`)
}
