import type { Acknowledgement, ClientEvents } from '@marga/contract/realtime'
import type { MemberRole } from '@marga/contract/roles'
import { io } from 'socket.io-client'

type Person = { id: string; token: string }
const acknowledgeTimeoutMs = 4000

/** A signed-in socket that comes back by itself, as the browser's does, and sends messages. */
export function openMessageSocket(url: string, role: MemberRole, { id, token }: Person) {
  const socket = io(url, { transports: ['websocket'], forceNew: true, reconnectionDelayMax: 500 })
  let isReady = false
  socket.on('connect', () => socket.emit('setup', { role, userId: id, token }))
  socket.on('connected', () => {
    isReady = true
  })
  socket.on('disconnect', () => {
    isReady = false
  })
  return {
    /** @returns undefined where it is not connected or gave no answer in time */
    async send(message: ClientEvents['message']): Promise<Acknowledgement<'message'> | undefined> {
      if (!isReady) return undefined
      return socket
        .timeout(acknowledgeTimeoutMs)
        .emitWithAck('message', message)
        .catch(() => undefined)
    },
    close: () => void socket.close(),
  }
}
