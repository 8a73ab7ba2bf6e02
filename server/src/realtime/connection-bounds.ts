import { rateLimits } from '@marga/contract/rate-limits'
import type { Server } from 'socket.io'

/** What this needs of a connection of Engine.IO, of which not all is public. */
export type BoundConnection = {
  writeBuffer: readonly { data?: unknown }[]
  transport: { writable: boolean; socket?: { terminate?(): void } }
  close(discard: boolean): void
}
type Counted = BoundConnection & {
  on(event: 'packet', listener: () => void): void
  packetsLeft?: number
  countedSinceMs?: number
}

/** Above what an account may ask in a minute, which is refused with a word before anybody is cut. */
const packetsAMinute = 2 * rateLimits.general.perMinute
/** What may wait for a client that does not read, or not as fast as it is told: the rest it asks for when it is back. */
export const waitingMax = { frames: 2000, bytes: 1024 * 1024 }
/** Adding them up at each frame would cost their square. */
const lookEach = 32

/**
 * Ends the connections of clients that send without end, signed in or not, known events or none: each of their packets
 * is answered, and an answer that is not read takes memory.
 * @param factor multiplies the bound
 */
export function countPackets(io: Server, factor: number) {
  const most = Math.ceil(packetsAMinute * factor)
  function count(this: Counted) {
    const nowMs = performance.now()
    if (this.countedSinceMs === undefined || nowMs - this.countedSinceMs > 60_000) {
      this.countedSinceMs = nowMs
      this.packetsLeft = most
    }
    if (--this.packetsLeft! < 0) cut(this)
  }
  io.engine.on('connection', (connection: Counted) => connection.on('packet', count))
}

/** Whether more waits for the client than it is worth: it is cut then, and catches up when it comes again. */
export function cutIfBehind(connection: BoundConnection): boolean {
  const { writeBuffer } = connection
  if (writeBuffer.length < lookEach || writeBuffer.length % lookEach !== 0) return false
  const bytes = writeBuffer.reduce((sum, { data }) => sum + (typeof data === 'string' ? data.length : 0), 0)
  if (writeBuffer.length <= waitingMax.frames && bytes <= waitingMax.bytes) return false
  cut(connection)
  return true
}

/** At once: a close in good order waits until all has been read. */
function cut(connection: BoundConnection) {
  connection.transport.socket?.terminate?.()
  connection.close(true)
}
