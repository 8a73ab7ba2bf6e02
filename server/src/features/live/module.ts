import type { Core } from '../../platform/core.ts'
import type { Rooms } from '../../platform/realtime.ts'
import type { Conversations } from '../chat/conversations.service.ts'
import type { Enrollments } from '../enrollments/enrollments.service.ts'
import type { Notifications } from '../notifications/notifications.service.ts'
import type { SessionCredits } from '../session-credits/session-credits.service.ts'
import { createAttendance } from './attendance.service.ts'
import { liveEvents } from './live.realtime.ts'
import { liveRoutes } from './live.routes.ts'
import { createLiveAccess } from './live-access.service.ts'
import { createLiveNotes } from './live-notes.service.ts'
import { createLiveRooms } from './live-rooms.service.ts'
import type { Turn } from './turn-credentials.rules.ts'

type Needs = Core & {
  rooms: Rooms
  /** Says which connections have ended. */
  hub: { onGone(listener: (connectionId: string) => void): unknown }
  conversations: Conversations
  enrollments: Enrollments
  sessionCredits: SessionCredits
  notifications: Notifications
  turn: Turn | undefined
}

/** Meeting by video: who may enter, who is there, what is noted, and what becomes of the session. */
export function createLiveModule(needs: Needs) {
  const access = createLiveAccess(needs)
  const liveRooms = createLiveRooms({ ...needs, access })
  needs.hub.onGone(liveRooms.dropped)
  const liveNotes = createLiveNotes({ ...needs, access })
  const attendance = createAttendance(needs)
  return {
    service: { liveRooms },
    routes: liveRoutes({ liveAccess: access, liveNotes }),
    socketEvents: liveEvents({ liveRooms, liveNotes }),
    jobs: { 'live:settle': () => attendance.settleDue() },
    nextDue: attendance.nextDue,
  }
}
