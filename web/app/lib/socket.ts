import type { Acknowledgement, ClientEvents, ServerEvents } from '@marga/contract/realtime'
import type { Role } from '@marga/contract/roles'
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
  /** Connects once more where the server had refused the login: the person has done what was missing. */
  retry: () => void
}

const acknowledgeTimeoutMs = 8000
const tooLate = (ms: number) => new Promise<null>((resolve) => setTimeout(resolve, ms, null))
const connections = new Map<Role, Connection>()

/** The one socket of a role in this tab, opened at the first call. */
export function connectionOf(role: Role): Connection {
  const known = connections.get(role)
  if (known) return known
  const connection = openConnection(role)
  connections.set(role, connection)
  return connection
}

export type Library = typeof import('./socket-library.ts')

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

/** What is known of a role's socket from one event to the next. */
export type SocketState = {
  role: Role
  handlers: Map<string, Set<(payload: never) => void>>
  stateListeners: Set<() => void>
  state: ConnectionState
  heardAt: Date
}

/** @param library comes when the page is hydrated, or later */
export function openConnection(role: Role, library: Promise<Library> = fetchLibrary()): Connection {
  const known: SocketState = {
    role,
    handlers: new Map(),
    stateListeners: new Set(),
    state: 'connecting',
    heardAt: currentTime(),
  }
  const { handlers, stateListeners } = known
  const opened = library.then((loaded) => loaded.connect(known, loaded))
  return {
    subscribe(event, handler) {
      const set = handlers.get(event) ?? new Set()
      handlers.set(event, set.add(handler as (payload: never) => void))
      return () => void set.delete(handler as (payload: never) => void)
    },
    async emit(event, payload, timeoutMs = acknowledgeTimeoutMs) {
      const arrived = await Promise.race([opened, tooLate(timeoutMs)])
      try {
        return (await arrived?.socket.timeout(timeoutMs).emitWithAck(event, payload)) ?? lost
      } catch {
        return lost
      }
    },
    onState(listener) {
      stateListeners.add(listener)
      return () => void stateListeners.delete(listener)
    },
    state: () => known.state,
    retry: () => void opened.then(({ login }) => login.retry()),
  }
}
