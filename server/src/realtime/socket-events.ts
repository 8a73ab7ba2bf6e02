import { type ClientEvents, clientEvents } from '@marga/contract/realtime'
import type { Socket } from 'socket.io'
import { toAppError } from '../http/error-responses.ts'
import { parse } from '../http/validate.ts'
import type { Actor, RunAsSession } from '../platform/actor.ts'
import type { Log } from '../platform/log.ts'
import type { Connection } from '../platform/realtime.ts'
import type { createSocketLimits } from './socket-limits.ts'

/**
 * What a client's event does. What it gives back is acknowledged beside `ok`; it throws AppError to
 * refuse, which is acknowledged too.
 */
export type SocketHandlers = {
  [E in keyof ClientEvents]: (
    actor: Actor,
    payload: ClientEvents[E],
    connection: Connection,
  ) => Promise<unknown>
}
type Hub = {
  socketLimits: ReturnType<typeof createSocketLimits>
  runAsSession: RunAsSession
  /** Told of every event that was answered, with `ok` or the code of its refusal. */
  onAnswered: (of: { event: string; result: string }, seconds: number) => void
  log: Log
}

/** What is kept of a socket for as long as it is open; what its first event needs is made then. */
export type Seat = { network: string; actor?: Actor; connection?: Connection; inTurn?: InTurn }
type InTurn = ReturnType<ReturnType<typeof createSocketLimits>['eventsOf']>
/** Not in the data of the socket, which other processes are sent. */
export type Seats = WeakMap<Socket, Seat>

/** Answers what signed-in sockets ask for: one listener serves all of them, for most of thousands are idle. */
export function createEventListener(hub: Hub, handlers: SocketHandlers, seats: Seats) {
  function heard(this: Socket, name: string, raw: unknown, acknowledge: unknown) {
    if (!Object.hasOwn(clientEvents, name)) return
    const seat = seats.get(this)!
    seat.connection ??= connectionOf(this)
    void answer(hub, handlers, seat as Seated, { name: name as keyof ClientEvents, raw, acknowledge })
  }
  return (socket: Socket) => {
    socket.onAny(heard)
    forgetRequest(socket)
  }
}

const noHandshake = Object.freeze({})

/** The request that opened the connection, with its headers, is of no more use and would be kept as long as it is. */
function forgetRequest(socket: Socket) {
  Object.assign(socket.conn, { request: undefined })
  Object.assign(socket, { handshake: noHandshake })
}

type Seated = Seat & Required<Pick<Seat, 'actor' | 'connection'>>
type Heard = { name: keyof ClientEvents; raw: unknown; acknowledge: unknown }

async function answer(hub: Hub, handlers: SocketHandlers, seat: Seated, { name, raw, acknowledge }: Heard) {
  const { socketLimits, runAsSession, onAnswered, log } = hub
  const { actor, network, connection } = seat
  seat.inTurn ??= socketLimits.eventsOf(actor, network)
  const reply = typeof acknowledge === 'function' ? acknowledge : () => {}
  const begunMs = performance.now()
  const answered = (result: string) =>
    onAnswered({ event: name, result }, (performance.now() - begunMs) / 1000)
  try {
    const result = await seat.inTurn(name, async () => {
      const payload = parse(clientEvents[name], raw)
      return runAsSession(actor, () => handlers[name](actor, payload as never, connection))
    })
    reply({ ok: true, ...(typeof result === 'object' ? result : {}) })
    answered('ok')
  } catch (error) {
    const { code, message, fields } = toAppError(error)
    if (code === 'internal') log.error({ err: error, event: name }, 'socket event failed')
    reply({ ok: false, code, message, ...(fields ? { fields } : {}) })
    answered(code)
  }
}

export const connectionOf = (socket: Socket): Connection => ({
  id: socket.id,
  isConnected: () => socket.connected,
  isIn: (room) => socket.rooms.has(room),
  enter: (room) => void socket.join(room),
  leave: (room) => void socket.leave(room),
  tell: (event, payload) => void socket.emit(event, payload),
})
