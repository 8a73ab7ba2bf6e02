import type { ServerEvents } from '@marga/contract/realtime'
import type { Server } from 'socket.io'
import type { Each, Realtime, Rooms } from '../platform/realtime.ts'
import type { Timeouts } from '../platform/timeouts.ts'

/** Has no server before it is attached to one. */
type Hub = { io: Server | undefined; adapter?: unknown }
type Events = keyof ServerEvents

export const accountRoom = (accountId: string) => `account:${accountId}`
const sessionPrefix = 'session:'
export const sessionRoom = (sessionId: string) => `${sessionPrefix}${sessionId}`

/** The sessions of the sockets of this process. */
export const sessionsHere = ({ io }: Hub): string[] =>
  [...(io?.sockets.adapter.rooms.keys() ?? [])]
    .filter((room) => room.startsWith(sessionPrefix))
    .map((room) => room.slice(sessionPrefix.length))

/** How many sockets of this process are in it. */
export const sizeOf = ({ io }: Hub, room: string) => io?.sockets.adapter.rooms.get(room)?.size ?? 0

/** Tells people on all of their devices, whichever process holds these. */
export const createRealtimeSender = (hub: Hub): Realtime => ({
  emit(accountIds, event, payload) {
    // With nobody of them here nor elsewhere there is nothing to make a frame for.
    const rooms = (typeof accountIds === 'string' ? [accountIds] : accountIds).map(accountRoom)
    const isHeard = hub.adapter ? rooms.length > 0 : rooms.some((room) => sizeOf(hub, room) > 0)
    if (isHeard) hub.io?.to(rooms).emit(event, payload)
  },
  emitEach(event, each) {
    emitEachHere(hub, event, each)
    if (!hub.adapter) return
    for (let from = 0; from < each.length; from += eachMax)
      hub.io?.serverSideEmit(eachEvent, event, each.slice(from, from + eachMax))
  },
})

/** Between processes: what each person of a list is told. */
const eachEvent = 'each'
/** In one message to the other processes, which is well below a megabyte so. */
const eachMax = 500

/** Nothing is made into a frame for those who are not here. */
function emitEachHere<E extends Events>(hub: Hub, event: E, each: readonly Each<E>[]) {
  for (const [accountId, payload] of each)
    if (sizeOf(hub, accountRoom(accountId)) > 0) hub.io?.local.to(accountRoom(accountId)).emit(event, payload)
}

/** Tells the people who are here what another process has for them. */
export const hearOthers = (hub: Hub) =>
  void hub.io?.on(eachEvent, <E extends Events>(event: E, each: readonly Each<E>[]) =>
    emitEachHere(hub, event, each),
  )

export function createRooms(hub: Hub, timeouts: Pick<Timeouts, 'roomMs'>): Rooms {
  // Everybody is in a room named by the own connection: leaving that out leaves out one connection.
  const others = (room: string, except?: string) =>
    except ? hub.io?.in(room).except(except) : hub.io?.in(room)
  return {
    emit(room, event, payload, except) {
      // With nobody in it here nor elsewhere there is nothing to make a frame for.
      if (hub.adapter || sizeOf(hub, room) > 0) others(room, except)?.emit(event, payload)
    },
    clear: (room, except) => void others(room, except)?.socketsLeave(room),
    async isEmpty(room) {
      if (!hub.io) return true
      if (sizeOf(hub, room) > 0) return false
      // A process that does not answer is not waited for: what this one knows has to do.
      const elsewhere = hub.io.in(room).timeout(timeouts.roomMs).fetchSockets()
      return (await elsewhere.catch(() => [])).length === 0
    },
    emitToOthers: (room, event, payload, accountIds) =>
      void hub.io?.to(room).except(accountIds.map(accountRoom)).emit(event, payload),
    ...roomsOfPeople(hub),
  }
}

const socketsOf = ({ io }: Hub, accountId: string) =>
  [...(io?.sockets.adapter.rooms.get(accountRoom(accountId)) ?? [])]
    .map((id) => io?.sockets.sockets.get(id))
    .filter((socket) => socket !== undefined)

const accountPrefix = accountRoom('')

const roomsOfPeople = (hub: Hub): Pick<Rooms, 'peopleHere' | 'roomsHere' | 'eject' | 'change'> => ({
  peopleHere: () =>
    [...(hub.io?.sockets.adapter.rooms.keys() ?? [])]
      .filter((room) => room.startsWith(accountPrefix))
      .map((room) => room.slice(accountPrefix.length)),
  roomsHere: (accountId) => [...new Set(socketsOf(hub, accountId).flatMap(({ rooms }) => [...rooms]))],
  eject: (accountId, room) => void hub.io?.local.in(accountRoom(accountId)).socketsLeave(room),
  change(accountId, prefix, rooms) {
    for (const socket of socketsOf(hub, accountId)) {
      for (const room of socket.rooms)
        if (room.startsWith(prefix) && !rooms.includes(room)) void socket.leave(room)
      void socket.join([...rooms])
    }
  },
})
