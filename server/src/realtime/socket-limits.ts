import type { Server as HttpServer, IncomingMessage, ServerResponse } from 'node:http'
import { limits } from '@marga/contract/limits'
import { type ClientEvents, clientEventLimits } from '@marga/contract/realtime'
import pLimit from 'p-limit'
import type { Server } from 'socket.io'
import type { Actor } from '../platform/actor.ts'
import { createConcurrencyCounter } from '../platform/concurrency-counter.ts'
import { AppError } from '../platform/errors.ts'
import type { AddressReader } from '../platform/network-address.ts'
import type { LimitedCaller, RateLimiter } from '../platform/rate-limiter.ts'
import { refuseForeignUpgrades, refuseUpgradeFor, retrySecondsOf } from './refused-upgrades.ts'

type Options = { limiter: RateLimiter; addresses: AddressReader; factor: number }

/** Events of one socket that wait for their turn; more are refused. */
const eventsWaitingMax = 200

/** What one address, one account and one socket may ask of the sockets. */
export function createSocketLimits({ limiter, addresses, factor }: Options) {
  const open = createConcurrencyCounter(Math.ceil(limits.socketsPerAddressMax * factor))
  let underWay = 0

  /** The events of all sockets together are bounded as requests are: what waits too long is of no use to its sender. */
  async function withinProcess<T>(work: () => Promise<T>): Promise<T> {
    if (underWay >= limits.requestsUnderWayMax) throw new AppError('unavailable', { retryAfterSeconds: 1 })
    underWay++
    try {
      return await work()
    } finally {
      underWay--
    }
  }

  /** Handshakes, and every request of a client that polls: Socket.IO answers these before Fastify sees them. */
  async function takeRequest(request: IncomingMessage) {
    const caller = { network: addresses.networkOf(request) }
    limiter.takeHere('address', caller)
    const isHandshake = !new URLSearchParams(request.url?.split('?')[1]).has('sid')
    await limiter.take([isHandshake ? 'socket' : 'poll'], caller)
  }

  return {
    /** Refuses with 429 what is too much, and with 404 what asks for another protocol elsewhere. */
    attach(io: Server, server: HttpServer) {
      refuseForeignUpgrades(server, { path: `${io.path()}/`, limiter, addresses })
      io.engine.use((request: IncomingMessage, response: ServerResponse, next: (error?: Error) => void) => {
        takeRequest(request).then(
          () => next(),
          (error: unknown) => refuse(request, response, error),
        )
      })
    },

    networkOf: (request: IncomingMessage) => addresses.networkOf(request),

    /** @returns false where the address has as many sockets open as it may */
    enter: (network: string) => open.enter(network),
    /** Ends the count of one that was let in. */
    leave: (network: string) => open.leave(network),

    /**
     * Runs a few events of one socket at a time, and counts each against the account's budgets.
     * @throws AppError rate_limited, unavailable
     */
    eventsOf(actor: Actor, network: string) {
      const caller: LimitedCaller = { network, accountId: actor.id }
      const turn = pLimit(limits.socketEventsUnderWayMax)
      return async <T>(event: keyof ClientEvents, work: () => Promise<T>): Promise<T> => {
        const own = clientEventLimits[event]
        await limiter.take(own ? ['general', own] : ['general'], caller)
        if (turn.pendingCount >= eventsWaitingMax)
          throw new AppError('rate_limited', { retryAfterSeconds: 1 })
        return turn(() => withinProcess(work))
      }
    },
  }
}

function refuse(request: IncomingMessage, response: ServerResponse, error: unknown) {
  if (request.headers.upgrade !== undefined) return refuseUpgradeFor(error, request.socket)
  response.writeHead(429, { 'retry-after': String(retrySecondsOf(error)), connection: 'close' }).end()
}
