import type { Connection } from '../../lib/socket.ts'

const lastOf = new WeakMap<Connection, Promise<unknown>>()

/**
 * Sends what enters or leaves a room after the one before it was answered. The server carries out what one connection
 * sends side by side: a leave could overtake the join after it, and end the stay of somebody who is in the room.
 */
export function inTurn<T>(connection: Connection, send: () => Promise<T>): Promise<T> {
  const own = (lastOf.get(connection) ?? Promise.resolve()).then(send)
  lastOf.set(connection, own)
  return own
}
