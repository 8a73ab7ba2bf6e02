import {
  ClusterAdapterWithHeartbeat,
  type ClusterMessage,
  type ClusterResponse,
  MessageType,
} from 'socket.io-adapter'
import type { Siblings } from '../platform/siblings/siblings.ts'
import { type AdapterFactory, localFirst } from './local-first.ts'

/** A process that is too busy to say so is there all the same; of one that has ended the primary tells. */
const never = 2 ** 31 - 1

type Settings = { heartbeatInterval: number; heartbeatTimeout: number }
/** What Socket.IO leaves to whoever knows how processes reach each other. */
type Reach = { doPublish(message: unknown): Promise<string>; doPublishResponse(): Promise<void> }
const BaseAdapter = ClusterAdapterWithHeartbeat as unknown as new (
  namespace: unknown,
  settings: Settings,
) => Omit<ClusterAdapterWithHeartbeat, keyof Reach> & { onMessage(message: ClusterMessage): void }

/** Where a frame goes, if not to everybody. */
function roomsOf(message: ClusterMessage): readonly string[] | undefined {
  if (message.type !== MessageType.BROADCAST) return undefined
  const { rooms } = message.data.opts
  return rooms.length > 0 ? rooms : undefined
}

/** Rooms over the processes that one command has started. */
export function shareSiblingSockets({ tell, onTold, onLeft }: Siblings): AdapterFactory {
  // Socket.IO says `new`, and takes what that gives.
  return function siblingAdapter(namespace) {
    const base = new BaseAdapter(namespace, { heartbeatInterval: never, heartbeatTimeout: never })
    const publish = async (message: ClusterMessage) => {
      tell({ text: JSON.stringify(message), rooms: roomsOf(message) })
      return ''
    }
    const adapter = Object.assign(base, {
      doPublish: publish,
      // Whoever did not ask drops it: there are few questions, and fewer others.
      doPublishResponse: async (_asker: string, response: ClusterResponse) =>
        tell({ text: JSON.stringify(response) }),
    }) as unknown as ClusterAdapterWithHeartbeat
    const uids = new Map<number, string>()
    onTold(({ text, rooms }, from) => {
      if (rooms && !rooms.some((room) => adapter.rooms.has(room))) return
      const message = JSON.parse(text) as ClusterMessage
      uids.set(from, message.uid)
      base.onMessage(message)
    })
    onLeft((who) => {
      const uid = uids.get(who)
      if (uid)
        base.onMessage({ type: MessageType.ADAPTER_CLOSE, uid, nsp: adapter.nsp.name } as ClusterMessage)
      uids.delete(who)
    })
    return Object.assign(adapter, localFirst(adapter))
  }
}
