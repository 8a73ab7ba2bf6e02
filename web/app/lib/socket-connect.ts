import type { Socket } from 'socket.io-client'
import { readLogin } from './auth-storage.ts'
import { currentTime } from './clock.ts'
import type { ConnectionState, Library, SocketState } from './socket.ts'
import type { SocketLogin } from './socket-login.ts'

/** The server says something every 25 s at least: a connection that was silent for longer is dead. */
const silentMs = 30_000

/** Opens the socket of a role, which comes back by itself and tells its state and all that arrives. */
export function connect(known: SocketState, { createSocketLogin, makeSocket, onWake, readEvent }: Library) {
  const { role, handlers } = known
  const socket: Socket = makeSocket()
  const login = createSocketLogin(role, socket, () => become(known, 'disconnected'))
  onWake((isCertain) => comeBack(known, socket, login, isCertain))
  followConnection(known, socket, login)
  socket.onAny((event: string, payload: unknown) => {
    known.heardAt = currentTime()
    const told = readEvent(event, payload)
    if (told?.event === 'connected') {
      login.accept()
      become(known, 'connected')
    }
    if (told?.event === 'unauthenticated') login.refuse(told.payload.code)
    for (const handler of (told && handlers.get(event)) ?? []) handler(told!.payload as never)
  })
  login.resume()
  return { socket, login }
}

function followConnection(known: SocketState, socket: Socket, login: SocketLogin): void {
  const hear = () => {
    known.heardAt = currentTime()
  }
  socket.io.on('ping', hear)
  socket.on('connect', hear)
  socket.on('disconnect', (reason) => {
    become(known, login.mayReturn() ? 'connecting' : 'disconnected')
    // Socket.IO does not come back by itself when the server closed the connection.
    if (reason === 'io server disconnect' && !login.isHeld()) setTimeout(login.resume, 1000)
  })
  socket.io.on('reconnect_attempt', () => become(known, 'connecting'))
}

function become(known: SocketState, next: ConnectionState): void {
  if (next === known.state) return
  known.state = next
  for (const listener of known.stateListeners) listener()
}

/** The browser finds out about a dead connection by the absence of a ping, up to 45 s later. */
function comeBack(known: SocketState, socket: Socket, login: SocketLogin, isCertain: boolean) {
  const { role, state, heardAt } = known
  if (!readLogin(role) || login.isHeld()) return
  const isSilent = currentTime().getTime() - heardAt.getTime() > silentMs
  // What had arrived before the absence is heard after it: silence alone does not tell.
  if (state !== 'connected' || isSilent || isCertain) socket.disconnect().connect()
}
