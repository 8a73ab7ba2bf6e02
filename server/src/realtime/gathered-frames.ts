import type { Server } from 'socket.io'
import { type BoundConnection, cutIfBehind } from './connection-bounds.ts'

/** What this needs of a connection of Engine.IO, of which not all is public. */
type Connection = BoundConnection & {
  readyState: string
  transport: { socket?: { _socket?: { cork(): void; uncork(): void } | null } }
  flush(): void
}

/**
 * Writes what one connection is told in the same moment by one call to the system: an acknowledgement with the event of
 * the same message, an event with the number of what is unread. The call costs more than all else of a frame, and each
 * wakes the other side. It is made when the promises that are settled now have run, so nothing waits for a timer.
 */
export function gatherFrames(io: Server) {
  const waiting = new Set<Connection>()
  function flushAll() {
    const connections = [...waiting]
    waiting.clear()
    for (const connection of connections) writeAll(connection)
  }
  function flushSoon(this: Connection) {
    if (!this.transport.writable && cutIfBehind(this)) return
    // Engine.IO itself knows what to do with one that closes, or cannot be written to yet.
    if (this.readyState !== 'open' || !this.transport.writable) return flushNow(this)
    if (this.writeBuffer.length === 0) return
    waiting.add(this)
    if (waiting.size === 1) process.nextTick(flushAll)
  }
  io.engine.on('connection', (connection: Connection) => {
    connection.flush = flushSoon
  })
}

const flushNow = (connection: Connection) =>
  (Object.getPrototypeOf(connection) as Connection).flush.call(connection)

/** Each frame is written by itself: held together until the last one is. */
function writeAll(connection: Connection) {
  const stream = connection.writeBuffer.length > 1 ? connection.transport.socket?._socket : undefined
  stream?.cork()
  try {
    flushNow(connection)
  } finally {
    stream?.uncork()
  }
}

/** What Socket.IO's encoder has, of which not all is public. */
type Encoder = { encode(packet: unknown): unknown[]; encodeAsString(packet: unknown): string }

/** Nothing that is sent holds bytes, and each payload would be searched for some from end to end. */
export function encodeTextOnly(io: Server) {
  const { encoder } = io as unknown as { encoder: Encoder }
  encoder.encode = (packet) => [encoder.encodeAsString(packet)]
}
