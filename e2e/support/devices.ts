import type { ServerEvents } from '@marga/contract/realtime'
import type { Role } from '@marga/contract/roles'
import { io, type Socket } from 'socket.io-client'

type Who = { id: string; token: string }

/** A signed-in socket that notes what it hears. */
export type Device = {
  socket: Socket
  heard<E extends keyof ServerEvents>(event: E): ServerEvents[E][]
  /** When the connection ended, by `performance.now()`. */
  endedAt: Promise<number>
  close(): void
}

/** Settles once the server has accepted it. It does not come back by itself. */
export async function openDevice(url: string, role: Role, { id, token }: Who): Promise<Device> {
  const socket = io(url, { transports: ['websocket'], reconnection: false, forceNew: true })
  const events: { name: string; payload: unknown }[] = []
  socket.onAny((name: string, payload: unknown) => events.push({ name, payload }))
  const endedAt = new Promise<number>((resolve) =>
    socket.once('disconnect', () => resolve(performance.now())),
  )
  await new Promise<void>((resolve, reject) => {
    socket.once('connected', () => resolve())
    socket.once('unauthenticated', (why: ServerEvents['unauthenticated']) => reject(new Error(why.message)))
    socket.once('connect_error', reject)
    socket.once('connect', () => socket.emit('setup', { role, userId: id, token }))
  })
  return {
    socket,
    heard: <E extends keyof ServerEvents>(event: E) =>
      events.filter(({ name }) => name === event).map(({ payload }) => payload as ServerEvents[E]),
    endedAt,
    close: () => void socket.close(),
  }
}
