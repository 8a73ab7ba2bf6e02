import type { Acknowledgement, ClientEvents, ServerEvents } from '@marga/contract/realtime'
import type { Role } from '@marga/contract/roles'
import type { Socket } from 'socket.io-client'
import { ApiError, renewToken } from './api-client.ts'
import { onLoginChange, readLogin } from './auth-storage.ts'
import { currentTime } from './clock.ts'

export type ConnectionState = 'connecting' | 'connected' | 'disconnected'
type EventName = keyof ServerEvents
type Handler<E extends EventName> = (payload: ServerEvents[E]) => void

export type Connection = {
  /** Calls `handler` for each event of that name that has the form the contract gives it. */
  subscribe: <E extends EventName>(event: E, handler: Handler<E>) => () => void
  /** Sends an event and waits for the server's acknowledgement; never rejects. */
  emit: <E extends keyof ClientEvents>(
    event: E,
    payload: ClientEvents[E],
    timeoutMs?: number,
  ) => Promise<Acknowledgement<E>>
  /** For the badge; called at every change. */
  onState: (listener: () => void) => () => void
  state: () => ConnectionState
}

const acknowledgeTimeoutMs = 8000
const tooLate = (ms: number) => new Promise<null>((resolve) => setTimeout(resolve, ms, null))
const connections = new Map<Role, Connection>()

/** The one socket of a role in this tab, opened at the first call. */
export function connectionOf(role: Role): Connection {
  const known = connections.get(role)
  if (known) return known
  const connection = open(role)
  connections.set(role, connection)
  return connection
}

type Library = typeof import('./socket-library.ts')

const fetchAgainAfterMs = 3000

/**
 * The library and the forms of all events weigh as much as a third of the pages, and nothing that is shown at first
 * needs them: they come when the page is hydrated. What happened meanwhile is asked for at the connect.
 */
async function fetchLibrary(): Promise<Library> {
  for (;;) {
    try {
      return await import('./socket-library.ts')
    } catch {
      await new Promise((resolve) => setTimeout(resolve, fetchAgainAfterMs))
    }
  }
}

const lost = { ok: false, code: 'network', message: 'The connection was lost. Please try again.' } as const

/** The server says something every 25 s at least: a connection that was silent for longer is dead. */
const silentMs = 30_000

const renewPausesMs = [300, 600, 1200, 2400, 3000]

/** Until there is an answer: a server that is away refuses nobody. @returns whether there is a login to go on with */
async function renewPatiently(role: Role): Promise<boolean> {
  for (let tries = 0; readLogin(role); tries++) {
    try {
      return (await renewToken(role)) !== null
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) return false
      const pauseMs = renewPausesMs[Math.min(tries, renewPausesMs.length - 1)]!
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
  }
  return false
}

/** What is known of a role's socket from one event to the next. */
type SocketState = {
  role: Role
  handlers: Map<string, Set<(payload: never) => void>>
  stateListeners: Set<() => void>
  state: ConnectionState
  refusedToken: string | null
  heardAt: Date
}

function open(role: Role): Connection {
  const known: SocketState = {
    role,
    handlers: new Map(),
    stateListeners: new Set(),
    state: 'connecting',
    refusedToken: null,
    heardAt: currentTime(),
  }
  const { handlers, stateListeners } = known
  const opened = fetchLibrary().then((library) => connect(known, library))
  return {
    subscribe(event, handler) {
      const set = handlers.get(event) ?? new Set()
      handlers.set(event, set.add(handler as (payload: never) => void))
      return () => void set.delete(handler as (payload: never) => void)
    },
    async emit(event, payload, timeoutMs = acknowledgeTimeoutMs) {
      const socket = await Promise.race([opened, tooLate(timeoutMs)])
      try {
        return (await socket?.timeout(timeoutMs).emitWithAck(event, payload)) ?? lost
      } catch {
        return lost
      }
    },
    onState(listener) {
      stateListeners.add(listener)
      return () => void stateListeners.delete(listener)
    },
    state: () => known.state,
  }
}

function connect(known: SocketState, { makeSocket, onWake, readEvent }: Library): Socket {
  const { role, handlers } = known
  const socket = makeSocket()
  onWake((isCertain) => comeBack(known, socket, isCertain))
  followConnection(known, socket)
  socket.onAny((event: string, payload: unknown) => {
    known.heardAt = currentTime()
    const told = readEvent(event, payload)
    if (told?.event === 'connected') become(known, 'connected')
    if (told?.event === 'unauthenticated') void renew(known, socket)
    for (const handler of (told && handlers.get(event)) ?? []) handler(told!.payload as never)
  })
  onLoginChange((change) => {
    if (change.role !== role) return
    if (!readLogin(role)) socket.disconnect()
    else if (!socket.connected) socket.connect()
  })
  if (readLogin(role)) socket.connect()
  return socket
}

function followConnection(known: SocketState, socket: Socket): void {
  const { role } = known
  const hear = () => {
    known.heardAt = currentTime()
  }
  const introduce = () => {
    const login = readLogin(role)
    if (!login) return socket.disconnect()
    socket.emit('setup', { role, userId: login.userId, token: login.accessToken, takesPresences: true })
  }
  socket.io.on('ping', hear)
  socket.on('connect', hear)
  socket.on('connect', introduce)
  socket.on('disconnect', (reason) => {
    become(known, readLogin(role) ? 'connecting' : 'disconnected')
    // Socket.IO does not come back by itself when the server closed the connection.
    if (reason === 'io server disconnect' && known.refusedToken !== readLogin(role)?.accessToken) {
      setTimeout(() => socket.connect(), 1000)
    }
  })
  socket.io.on('reconnect_attempt', () => become(known, 'connecting'))
}

function become(known: SocketState, next: ConnectionState): void {
  if (next === known.state) return
  known.state = next
  for (const listener of known.stateListeners) listener()
}

/** One new token for each refused one; when that is refused too, the person must sign in again. */
async function renew(known: SocketState, socket: Socket): Promise<void> {
  const login = readLogin(known.role)
  if (!login || login.accessToken === known.refusedToken) return become(known, 'disconnected')
  known.refusedToken = login.accessToken
  if (await renewPatiently(known.role)) socket.disconnect().connect()
  else become(known, 'disconnected')
}

/** The browser finds out about a dead connection by the absence of a ping, up to 45 s later. */
function comeBack({ role, state, refusedToken, heardAt }: SocketState, socket: Socket, isCertain: boolean) {
  const isRefused = refusedToken !== null && refusedToken === readLogin(role)?.accessToken
  if (!readLogin(role) || isRefused) return
  const isSilent = currentTime().getTime() - heardAt.getTime() > silentMs
  // What had arrived before the absence is heard after it: silence alone does not tell.
  if (state !== 'connected' || isSilent || isCertain) socket.disconnect().connect()
}
