import type { LiveSignal, LiveState } from '@marga/contract/live'
import type { ClientEvents } from '@marga/contract/realtime'
import type { Actor } from '../../platform/actor.ts'
import type { Connection } from '../../platform/realtime.ts'
import type { LiveNotesService } from './live-notes.service.ts'
import type { LiveRooms } from './live-rooms.service.ts'

type Deps = { liveRooms: LiveRooms; liveNotes: LiveNotesService }
type InRoom = { slotId: string }

/** What the two in a room send each other. */
export const liveEvents = ({ liveRooms, liveNotes }: Deps) => ({
  'live:join': (actor: Actor, place: ClientEvents['live:join'], connection: Connection) =>
    liveRooms.join(actor, place, connection),
  'live:signal': async (_actor: Actor, signal: LiveSignal, connection: Connection) =>
    liveRooms.signal(connection, signal),
  'live:state': async (_actor: Actor, state: LiveState, connection: Connection) =>
    liveRooms.state(connection, state),
  'live:notes': async (
    actor: Actor,
    { slotId, ...notes }: InRoom & { text: string; version: number },
    connection: Connection,
  ) => {
    liveRooms.check(connection, slotId)
    const { version } = await liveNotes.write(actor, slotId, notes)
    return { version }
  },
  'live:leave': (_actor: Actor, { slotId }: InRoom, connection: Connection) =>
    liveRooms.leave(connection, slotId),
})
