import { Adapter, type BroadcastOptions, type ClusterAdapter, MessageType } from 'socket.io-adapter'

/** Makes the adapter of a namespace, as Socket.IO asks for it. */
export type AdapterFactory = (namespace: unknown) => Adapter

type Publish = (message: { type: MessageType; data: unknown }) => void

/**
 * Reaches the own sockets at once and then the other processes, where the adapter would tell those first: nobody's
 * message waits for a Redis that may be slow or away.
 */
export function localFirst(adapter: ClusterAdapter) {
  const publish: Publish = (message) => (adapter as unknown as { publish: Publish }).publish(message)
  const tell = (options: BroadcastOptions, type: MessageType, data: object) => {
    if (options.flags?.local) return
    const { rooms, except, flags } = options
    publish({ type, data: { opts: { rooms: [...rooms], except: [...(except ?? [])], flags }, ...data } })
  }
  const own = Adapter.prototype
  return {
    broadcast(packet: unknown, options: BroadcastOptions) {
      // Nothing is made into a frame for those who are not here.
      if (options.rooms.size === 0 || [...options.rooms].some((room) => adapter.rooms.has(room)))
        own.broadcast.call(adapter, packet, options)
      tell(options, MessageType.BROADCAST, { packet })
    },
    addSockets(options: BroadcastOptions, rooms: string[]) {
      own.addSockets.call(adapter, options, rooms)
      tell(options, MessageType.SOCKETS_JOIN, { rooms })
    },
    delSockets(options: BroadcastOptions, rooms: string[]) {
      own.delSockets.call(adapter, options, rooms)
      tell(options, MessageType.SOCKETS_LEAVE, { rooms })
    },
    disconnectSockets(options: BroadcastOptions, close: boolean) {
      own.disconnectSockets.call(adapter, options, close)
      tell(options, MessageType.DISCONNECT_SOCKETS, { close })
    },
  }
}
