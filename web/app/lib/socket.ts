import {
  type Acknowledgement,
  type ClientEvents,
  type ServerEvents,
  serverEvents,
} from '@marga/contract/realtime'
import type { Role } from '@marga/contract/roles'
import { io, type Socket } from 'socket.io-client'
import { renewToken } from './api-client.ts'
import { onLoginChange, readLogin } from './stored-logins.ts'

export type ConnectionState = 'connecting' | 'connected' | 'disconnected'
type EventName = keyof ServerEvents
type Handler<E extends EventName> = (payload: ServerEvents[E]) => void

export type Connection = {
  /** Calls `handler` for each event of that name that has the form the contract gives it. */
  subscribe: <E extends EventName>(event: E, handler: Handler<E>) => () => void
  /** Sends an event and waits for the server's acknowledgement; never rejects. */
  emit: <E extends keyof ClientEvents>(event: E, payload: ClientEvents[E]) => Promise<Acknowledgement>
  /** For the badge; called at every change. */
  onState: (listener: () => void) => () => void
  state: () => ConnectionState
}

const acknowledgeTimeoutMs = 8000
const connections = new Map<Role, Connection>()

/** The one socket of a role in this tab, opened at the first call. */
export function connectionOf(role: Role): Connection {
  const known = connections.get(role)
  if (known) return known
  const connection = open(role)
  connections.set(role, connection)
  return connection
}

/** Back within three seconds of the server's return, for people wait in a call; half of it by chance, not all at once. */
const comingBack = { reconnectionDelay: 500, reconnectionDelayMax: 2000, randomizationFactor: 0.5 }

function open(role: Role): Connection {
  const socket: Socket = io({ transports: ['websocket', 'polling'], autoConnect: false, ...comingBack })
  const handlers = new Map<string, Set<(payload: never) => void>>()
  const stateListeners = new Set<() => void>()
  let state: ConnectionState = 'connecting'
  let refusedToken: string | null = null

  const become = (next: ConnectionState) => {
    if (next === state) return
    state = next
    for (const listener of stateListeners) listener()
  }

  const introduce = () => {
    const login = readLogin(role)
    if (!login) return socket.disconnect()
    socket.emit('setup', { role, userId: login.userId, token: login.accessToken })
  }

  /** One new token for each refused one; when that is refused too, the person must sign in again. */
  const renew = async () => {
    const login = readLogin(role)
    if (!login || login.accessToken === refusedToken) return become('disconnected')
    refusedToken = login.accessToken
    const renewed = await renewToken(role).catch(() => null)
    if (renewed) socket.disconnect().connect()
    else become('disconnected')
  }

  socket.on('connect', introduce)
  socket.on('disconnect', (reason) => {
    become(readLogin(role) ? 'connecting' : 'disconnected')
    // Socket.IO does not come back by itself when the server closed the connection.
    if (reason === 'io server disconnect' && refusedToken !== readLogin(role)?.accessToken) {
      setTimeout(() => socket.connect(), 1000)
    }
  })
  socket.io.on('reconnect_attempt', () => become('connecting'))
  socket.onAny((event: string, payload: unknown) => {
    if (!(event in serverEvents)) return
    const result = serverEvents[event as EventName].safeParse(payload)
    if (!result.success) return
    if (event === 'connected') become('connected')
    if (event === 'unauthenticated') void renew()
    for (const handler of handlers.get(event) ?? []) handler(result.data as never)
  })

  onLoginChange((change) => {
    if (change.role !== role) return
    if (!readLogin(role)) socket.disconnect()
    else if (!socket.connected) socket.connect()
  })
  if (readLogin(role)) socket.connect()

  return {
    subscribe(event, handler) {
      const set = handlers.get(event) ?? new Set()
      handlers.set(event, set.add(handler as (payload: never) => void))
      return () => void set.delete(handler as (payload: never) => void)
    },
    async emit(event, payload) {
      try {
        return (await socket.timeout(acknowledgeTimeoutMs).emitWithAck(event, payload)) as Acknowledgement
      } catch {
        return { ok: false, code: 'network', message: 'The connection was lost. Please try again.' }
      }
    },
    onState(listener) {
      stateListeners.add(listener)
      return () => void stateListeners.delete(listener)
    },
    state: () => state,
  }
}
