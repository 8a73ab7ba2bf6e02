import type { Server as HttpServer, IncomingHttpHeaders } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { limits } from '@marga/contract/limits'
import { type ClientEvents, clientEvents, type ServerEvents, setupEvent } from '@marga/contract/realtime'
import { Server, type Socket } from 'socket.io'
import { toAppError } from '../http/error-responses.ts'
import { parse } from '../http/validate.ts'
import type { Actor, Identify, RunAsSession } from '../platform/actor.ts'
import { secondsMs } from '../platform/clock.ts'
import { AppError } from '../platform/errors.ts'
import type { Log } from '../platform/log.ts'
import type { AddressReader } from '../platform/network-address.ts'
import type { RateLimiter } from '../platform/rate-limiter.ts'
import type { Connection, Realtime, Rooms } from '../platform/realtime.ts'
import type { AdapterFactory } from './shared-sockets.ts'
import { createSocketLimits } from './socket-limits.ts'

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
/** Told when a person's first device comes and the last one goes. */
export type PresenceWatcher = (actor: Actor, isOnline: boolean) => void

type Options = {
  identify: Identify
  requireTwoFactorSetup: (actor: Actor) => Promise<void>
  runAsSession: RunAsSession
  log: Log
  origin: () => string
  /** Told of every event that was answered, with `ok` or the code of its refusal. */
  onAnswered?: (of: { event: string; result: string }, seconds: number) => void
  /** Joins the sockets of several processes; alone without. */
  adapter: AdapterFactory | undefined
  limiter: RateLimiter
  addresses: AddressReader
  /** Multiplies the bounds by address. */
  factor: number
}

/** A larger frame cuts the connection. */
export const frameBytesMax = 64 * 1024
const isOurFault = (code: string) => code === 'unavailable' || code === 'internal'

const roomAnswerMs = 1_000
const drainStepMs = 50
const accountRoom = (accountId: string) => `account:${accountId}`
const sessionRoom = (sessionId: string) => `session:${sessionId}`

export function createSocketHub({
  identify,
  requireTwoFactorSetup,
  runAsSession,
  log,
  origin,
  adapter,
  onAnswered = () => {},
  ...limited
}: Options) {
  const socketLimits = createSocketLimits(limited)
  let io: Server | undefined
  let isClosing = false
  const goneListeners = new Set<(connectionId: string) => void>()

  const realtime: Realtime = {
    emit(accountIds, event, payload) {
      const rooms = (typeof accountIds === 'string' ? [accountIds] : accountIds).map(accountRoom)
      if (rooms.length > 0) io?.to(rooms).emit(event, payload)
    },
  }

  const rooms: Rooms = {
    emit: (room, event, payload, except) => void others(room, except)?.emit(event, payload),
    clear: (room, except) => void others(room, except)?.socketsLeave(room),
    async isEmpty(room) {
      if (!io) return true
      if (sizeOf(room) > 0) return false
      // A process that does not answer is not waited for: what this one knows has to do.
      const elsewhere = io.in(room).timeout(roomAnswerMs).fetchSockets()
      return (await elsewhere.catch(() => [])).length === 0
    },
  }
  const sizeOf = (room: string) => io?.sockets.adapter.rooms.get(room)?.size ?? 0
  // Everybody is in a room named by the own connection: leaving that out leaves out one connection.
  const others = (room: string, except?: string) => (except ? io?.in(room).except(except) : io?.in(room))

  function attach(httpServer: HttpServer, handlers: SocketHandlers, onPresence: PresenceWatcher) {
    io = new Server(httpServer, {
      serveClient: false,
      maxHttpBufferSize: frameBytesMax,
      transports: ['websocket', 'polling'],
      // The browser's pages come from this origin; others may not open a socket with a person's cookies,
      // and there are none: the token is in the setup event.
      cors: { origin: false },
      ...(adapter ? { adapter: adapter as never } : {}),
      allowRequest: (request, answer) => answer(null, isOwnPage(request.headers, origin())),
    })
    socketLimits.attach(io)
    io.on('connection', (socket) => {
      const leave = socketLimits.enter(socket.request)
      // Let in while the others were sent away, or one too many.
      if (isClosing || !leave) return void socket.conn.close()
      socket.once('disconnect', leave)
      awaitSetup(socket, handlers, onPresence)
    })
  }

  function awaitSetup(socket: Socket, handlers: SocketHandlers, onPresence: PresenceWatcher) {
    // Only the connection: a client that was slow may come again.
    const timer = setTimeout(() => socket.conn.close(), secondsMs(limits.socketSetupSeconds))
    socket.once('disconnect', () => clearTimeout(timer))
    socket.once('setup', async (raw: unknown) => {
      clearTimeout(timer)
      try {
        const actor = await readSetup(raw)
        if (!socket.connected) return
        if (devicesOf(actor.id) >= limits.socketsPerPersonMax) throw new AppError('rate_limited')
        await socket.join([accountRoom(actor.id), sessionRoom(actor.sessionId)])
        // Revoked while the rooms were joined: the announcement may have passed by.
        await identify((raw as { token: string }).token, true)
        listen(socket, actor, handlers)
        watchPresence(socket, actor, onPresence)
        socket.emit('connected', { userId: actor.id, role: actor.role })
      } catch (error) {
        const { code, message } = toAppError(error)
        // Nobody is sent to the sign-in because the database is away: the client comes again by itself.
        if (isOurFault(code)) return void socket.conn.close()
        socket.emit('unauthenticated', { code, message })
        socket.disconnect(true)
      }
    })
  }

  async function readSetup(raw: unknown): Promise<Actor> {
    const setup = setupEvent.safeParse(raw)
    if (!setup.success) throw new AppError('unauthenticated')
    const actor = await identify(setup.data.token, true)
    if (actor.id !== setup.data.userId || actor.role !== setup.data.role)
      throw new AppError('unauthenticated')
    await requireTwoFactorSetup(actor)
    return actor
  }

  function listen(socket: Socket, actor: Actor, handlers: SocketHandlers) {
    const connection = connectionOf(socket)
    const inTurn = socketLimits.eventsOf(actor, socket.request)
    socket.once('disconnect', () => {
      for (const listener of goneListeners) listener(socket.id)
    })
    for (const name of Object.keys(clientEvents) as (keyof ClientEvents)[]) {
      socket.on(name, async (raw: unknown, acknowledge: unknown) => {
        const reply = typeof acknowledge === 'function' ? acknowledge : () => {}
        const begunMs = performance.now()
        const answered = (result: string) =>
          onAnswered({ event: name, result }, (performance.now() - begunMs) / 1000)
        try {
          const result = await inTurn(async () => {
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
      })
    }
  }

  const devicesOf = (accountId: string) => sizeOf(accountRoom(accountId))

  function watchPresence(socket: Socket, actor: Actor, onPresence: PresenceWatcher) {
    const devices = () => devicesOf(actor.id)
    if (devices() === 1) onPresence(actor, true)
    socket.once('disconnect', () => {
      if (devices() === 0) onPresence(actor, false)
    })
  }

  return {
    realtime,
    rooms,
    /** Called with every connection of a signed-in person that ends. */
    onGone: (listener: (connectionId: string) => void) => void goneListeners.add(listener),
    attach,
    /** How many sockets are open, signed in or not yet. */
    connections: () => io?.engine.clientsCount ?? 0,
    /** Announcements may have been lost: everybody asks for what came meanwhile. */
    announceGap: () => void io?.emit('missed' satisfies keyof ServerEvents, {}),
    /** Ends every socket of a session in this process; each process hears of the end by itself. */
    endSession(sessionId: string) {
      io?.local.in(sessionRoom(sessionId)).emit('unauthenticated' satisfies keyof ServerEvents, {
        code: 'unauthenticated',
        message: new AppError('unauthenticated').message,
      })
      io?.local.in(sessionRoom(sessionId)).disconnectSockets(true)
    },
    /**
     * Lets a proxy see for a third of the time that this process wants no more, then ends the connections a few at a
     * time: whoever comes back then does so elsewhere, and not everybody in the same moment.
     */
    async drain(overMs: number, hurry: AbortSignal) {
      const wait = (ms: number) => sleep(ms, undefined, { signal: hurry }).catch(() => {})
      await wait(overMs / 3)
      const leaving = [...(io?.of('/').sockets.values() ?? [])]
      const steps = Math.ceil((overMs * 2) / 3 / drainStepMs)
      for (let step = 0; step < steps && !hurry.aborted; step++) {
        const some = leaving.slice((step * leaving.length) / steps, ((step + 1) * leaving.length) / steps)
        for (const socket of some) socket.conn.close()
        await wait(drainStepMs)
      }
    },
    async close() {
      isClosing = true
      // Only the connections: a client that was sent away by a word would not come back by itself.
      io?.engine.close()
      io?.of('/').adapter.close()
    },
  }
}
export type SocketHub = ReturnType<typeof createSocketHub>

/** Browsers name the page's origin, and no page of elsewhere may open a socket. Programs name none. */
function isOwnPage({ origin, host }: IncomingHttpHeaders, own: string): boolean {
  if (origin === undefined || (URL.canParse(own) && origin === new URL(own).origin)) return true
  return URL.canParse(origin) && new URL(origin).host === host
}

const connectionOf = (socket: Socket): Connection => ({
  id: socket.id,
  isConnected: () => socket.connected,
  isIn: (room) => socket.rooms.has(room),
  enter: (room) => void socket.join(room),
  leave: (room) => void socket.leave(room),
})
