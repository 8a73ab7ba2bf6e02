import type { Server } from 'node:http'
import { createConcurrencyCounter } from '../platform/concurrency-counter.ts'
import { type AddressReader, networkOf } from '../platform/network-address.ts'

type Options = { perAddressMax: number; addresses: AddressReader }

/** Lets one address open so many connections; a trusted proxy brings those of everybody. */
export function limitConnections(server: Server, { perAddressMax, addresses }: Options) {
  const tally = createConcurrencyCounter(perAddressMax)
  server.on('connection', (socket) => {
    const address = socket.remoteAddress ?? ''
    if (addresses.isTrustedProxy(address)) return
    const network = networkOf(address)
    if (!tally.enter(network)) return void socket.destroy()
    socket.once('close', () => tally.leave(network))
  })
}
