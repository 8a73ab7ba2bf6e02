import type { Server as HttpServer, IncomingHttpHeaders } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { limits } from '@marga/contract/limits'
import { type ServerEvents, setupEvent } from '@marga/contract/realtime'
import { Server, type Socket } from 'socket.io'
import { toAppError } from '../http/error-responses.ts'
import type { Actor, Identify, RunAsSession } from '../platform/actor.ts'
import { secondsMs } from '../platform/clock.ts'
import { AppError } from '../platform/errors.ts'
import type { Log } from '../platform/log.ts'
import type { AddressReader } from '../platform/network-address.ts'
import type { RateLimiter } from '../platform/rate-limiter.ts'
import type { Connection } from '../platform/realtime.ts'
import { countPackets } from './connection-bounds.ts'
import { encodeTextOnly, gatherFrames } from './gathered-frames.ts'
import type { AdapterFactory } from './local-first.ts'
import { createSignedInCounts, type SignedInCounts } from './signed-in-counts.ts'
import {
  connectionOf,
  createEventListener,
  type Seat,
  type Seats,
  type SocketHandlers,
} from './socket-events.ts'
import { createSocketLimits } from './socket-limits.ts'
import {
  accountRoom,
  createRealtimeSender,
  createRooms,
  hearOthers,
  sessionRoom,
  sessionsHere,
  sizeOf,
} from './socket-rooms.ts'

type SignInListener = (actor: Actor, connection: Connection) => Promise<void>
export type PresenceWatcher = {
  /** Told when a person's first device comes and the last one goes. */
  changed(actor: Actor, isOnline: boolean): void
  /** Told of every device that comes. */
  arrived(actor: Actor, connection: Connection, takesPresences: boolean): void
}

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
  /** Long polling needs each of its requests at the same process. */
  takesPolling: boolean
  limiter: RateLimiter
  addresses: AddressReader
  /** Multiplies the bounds by address. */
  factor: number
  timeouts: Parameters<typeof createRooms>[1]
}

/** A larger frame cuts the connection. */
export const frameBytesMax = 64 * 1024
const isOurFault = (code: string) => code === 'unavailable' || code === 'internal'

const drainStepMs = 50

/** The hub while it runs. */
type Hub = Omit<Options, 'onAnswered'> & {
  onAnswered: NonNullable<Options['onAnswered']>
  socketLimits: ReturnType<typeof createSocketLimits>
  goneListeners: Set<(connectionId: string) => void>
  signInListeners: Set<SignInListener>
  signedIn: SignedInCounts
  /** There is none before `attach`. */
  io: Server | undefined
  isClosing: boolean
}

/** Every socket of this process: who comes in, what they ask for, and what they are told. */
export function createSocketHub(options: Options) {
  const hub: Hub = {
    ...options,
    onAnswered: options.onAnswered ?? (() => {}),
    socketLimits: createSocketLimits(options),
    goneListeners: new Set(),
    signInListeners: new Set(),
    signedIn: createSignedInCounts(),
    io: undefined,
    isClosing: false,
  }
  return {
    realtime: createRealtimeSender(hub),
    rooms: createRooms(hub, hub.timeouts),
    /** Called with every connection of a signed-in person that ends. */
    onGone: (listener: (connectionId: string) => void) => void hub.goneListeners.add(listener),
    /** Called with every connection of a person, and awaited before it is told that it is signed in. */
    onSignIn: (listener: SignInListener) => void hub.signInListeners.add(listener),
    attach: (httpServer: HttpServer, handlers: SocketHandlers, presence: PresenceWatcher) =>
      attach(hub, httpServer, handlers, presence),
    /** How many sockets are open, signed in or not yet. */
    connections: () => hub.io?.engine.clientsCount ?? 0,
    /** Announcements may have been lost: everybody asks for what came meanwhile. */
    announceGap: () => void hub.io?.emit('missed' satisfies keyof ServerEvents, {}),
    sessionsHere: () => sessionsHere(hub),
    endSession: (sessionId: string) => endSession(hub, sessionId),
    drain: (overMs: number, hurry: AbortSignal) => drain(hub, overMs, hurry),
    async close() {
      hub.isClosing = true
      // Only the connections: a client that was sent away by a word would not come back by itself.
      hub.io?.engine.close()
      hub.io?.of('/').adapter.close()
    },
  }
}
export type SocketHub = ReturnType<typeof createSocketHub>

const devicesOf = (hub: Hub, accountId: string) => sizeOf(hub, accountRoom(accountId))

function attach(hub: Hub, httpServer: HttpServer, handlers: SocketHandlers, presence: PresenceWatcher) {
  const { adapter, origin, socketLimits, takesPolling } = hub
  const io = new Server(httpServer, {
    serveClient: false,
    // Its own way of ending what is not its own leaves a connection open that was answered before.
    destroyUpgrade: false,
    maxHttpBufferSize: frameBytesMax,
    transports: takesPolling ? ['websocket', 'polling'] : ['websocket'],
    // The browser's pages come from this origin; others may not open a socket with a person's cookies,
    // and there are none: the token is in the setup event.
    cors: { origin: false },
    ...(adapter ? { adapter: adapter as never } : {}),
    allowRequest: (request, answer) => answer(null, isOwnPage(request.headers, origin())),
  })
  hub.io = io
  gatherFrames(io)
  countPackets(io, hub.factor)
  encodeTextOnly(io)
  hearOthers(hub)
  socketLimits.attach(io, httpServer)
  const seats: Seats = new WeakMap()
  const listen = createEventListener(hub, handlers, seats)
  function leave(this: Socket) {
    leaveSeat(hub, this.id, seats.get(this)!, presence)
  }
  io.on('connection', (socket) => {
    const network = socketLimits.networkOf(socket.request)
    // Let in while the others were sent away, or one too many.
    if (hub.isClosing || !socketLimits.enter(network)) return void socket.conn.close()
    const seat: Seat = { network }
    seats.set(socket, seat)
    socket.on('disconnect', leave)
    awaitSetup(hub, socket, presence, (actor) => {
      seat.actor = actor
      listen(socket)
    })
  })
}

/** One listener for all: what each keeps of its own would be kept thousands of times. */
function leaveSeat(hub: Hub, connectionId: string, { network, actor }: Seat, presence: PresenceWatcher) {
  hub.socketLimits.leave(network)
  if (!actor) return
  for (const listener of hub.goneListeners) listener(connectionId)
  if (hub.signedIn.remove(actor.id) === 0) presence.changed(actor, false)
}

function awaitSetup(hub: Hub, socket: Socket, presence: PresenceWatcher, listen: (actor: Actor) => void) {
  // Only the connection: a client that was slow may come again.
  const timer = setTimeout(() => socket.conn.close(), secondsMs(limits.socketSetupSeconds))
  const clear = () => clearTimeout(timer)
  socket.once('disconnect', clear)
  socket.once('setup', async (raw: unknown) => {
    clear()
    socket.off('disconnect', clear)
    try {
      const setUp = await readSetup(hub, raw)
      const { actor } = setUp
      if (!socket.connected) return
      if (devicesOf(hub, actor.id) >= limits.socketsPerPersonMax) throw new AppError('rate_limited')
      await socket.join([accountRoom(actor.id), sessionRoom(actor.sessionId)])
      for (const enter of hub.signInListeners) await enter(actor, connectionOf(socket))
      // Revoked while the rooms were joined: the announcement may have passed by.
      await hub.identify((raw as { token: string }).token, true)
      // Its end has been heard already, by nobody's name.
      if (!socket.connected) return
      listen(actor)
      watchPresence(hub, socket, setUp, presence)
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

type SetUp = { actor: Actor; takesPresences: boolean }

async function readSetup({ identify, requireTwoFactorSetup }: Hub, raw: unknown): Promise<SetUp> {
  const setup = setupEvent.safeParse(raw)
  if (!setup.success) throw new AppError('unauthenticated')
  const actor = await identify(setup.data.token, true)
  if (actor.id !== setup.data.userId || actor.role !== setup.data.role) throw new AppError('unauthenticated')
  await requireTwoFactorSetup(actor)
  return { actor, takesPresences: setup.data.takesPresences }
}

function watchPresence(
  hub: Hub,
  socket: Socket,
  { actor, takesPresences }: SetUp,
  presence: PresenceWatcher,
) {
  if (hub.signedIn.add(actor.id) === 1) presence.changed(actor, true)
  presence.arrived(actor, connectionOf(socket), takesPresences)
}

/** Ends every socket of a session in this process; each process hears of the end by itself. */
function endSession({ io }: Hub, sessionId: string) {
  io?.local.in(sessionRoom(sessionId)).emit('unauthenticated' satisfies keyof ServerEvents, {
    code: 'unauthenticated',
    message: new AppError('unauthenticated').message,
  })
  io?.local.in(sessionRoom(sessionId)).disconnectSockets(true)
}

/**
 * Lets a proxy see for a third of the time that this process wants no more, then ends the connections a few at a
 * time: whoever comes back then does so elsewhere, and not everybody in the same moment.
 */
async function drain({ io }: Hub, overMs: number, hurry: AbortSignal) {
  const wait = (ms: number) => sleep(ms, undefined, { signal: hurry }).catch(() => {})
  await wait(overMs / 3)
  const leaving = [...(io?.of('/').sockets.values() ?? [])]
  const steps = Math.ceil((overMs * 2) / 3 / drainStepMs)
  for (let step = 0; step < steps && !hurry.aborted; step++) {
    const some = leaving.slice((step * leaving.length) / steps, ((step + 1) * leaving.length) / steps)
    for (const socket of some) socket.conn.close()
    await wait(drainStepMs)
  }
}

/** Browsers name the page's origin, and no page of elsewhere may open a socket. Programs name none. */
function isOwnPage({ origin, host }: IncomingHttpHeaders, own: string): boolean {
  if (origin === undefined || (URL.canParse(own) && origin === new URL(own).origin)) return true
  return URL.canParse(origin) && new URL(origin).host === host
}
