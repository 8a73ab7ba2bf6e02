import { setTimeout as sleep } from 'node:timers/promises'
import type { Revocations } from '../features/accounts/revocations.service.ts'
import type { LiveRooms } from '../features/live/live-rooms.service.ts'
import type { Timeouts } from '../platform/timeouts.ts'
import type { SocketHub } from './socket-hub.ts'

type Deps = {
  revocations: Revocations
  liveRooms: LiveRooms
  hub: SocketHub
  timeouts: Pick<Timeouts, 'lastEventMs'>
}

/** Cuts the sockets of a session that has ended. Who is in a room hears why first, unless the database is too slow for that. */
export function endSocketsOfRevoked({ revocations, liveRooms, hub, timeouts }: Deps) {
  revocations.holdsOpen(hub.sessionsHere)
  revocations.onRevoked((sessionId) => {
    const tooLate = sleep(timeouts.lastEventMs, undefined, { ref: false })
    void Promise.race([liveRooms.sessionEnded(sessionId), tooLate]).then(() => hub.endSession(sessionId))
  })
}
