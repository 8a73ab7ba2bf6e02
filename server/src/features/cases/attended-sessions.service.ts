import type { AttendedSession } from '@marga/contract/case-evidence'
import type { Slot } from '@marga/contract/slots'
import type { Db } from '../../platform/db/database.ts'
import { presentClosure, presentStays } from '../live/live.presenter.ts'
import type { Slots } from '../slots/slots.service.ts'
import { findClosures, findStaysOfTheTwo } from './case-evidence.queries.ts'

type Deps = { slots: Slots }
type Pair = { menteeId: string; mentorId: string }

/** Sessions with who was in the room, and when, and whether a block closed it. */
export function createAttendedSessions({ slots }: Deps) {
  return {
    of: withAttendance,
    /** Newest first. */
    ofPair: async (db: Db, pair: Pair, limit: number) =>
      withAttendance(db, await slots.bookingsOfPair(db, pair, limit)),
    /** Undefined where the time was booked by somebody else since. */
    async find(db: Db, slotId: string, pair: Pair): Promise<AttendedSession | undefined> {
      const slot = await slots.find(db, slotId)
      const isTheirs = slot?.menteeId?._id === pair.menteeId && slot.mentorId._id === pair.mentorId
      return isTheirs ? (await withAttendance(db, [slot]))[0] : undefined
    },
  }
}
export type AttendedSessions = ReturnType<typeof createAttendedSessions>

async function withAttendance(db: Db, sessions: readonly Slot[]): Promise<AttendedSession[]> {
  const slotIds = sessions.map(({ _id }) => _id)
  const stays = await findStaysOfTheTwo(db, slotIds)
  const closures = await findClosures(db, slotIds)
  return sessions.map((session) => ({
    ...session,
    attendance: presentStays(stays, session._id),
    closure: presentClosure(closures, session._id),
  }))
}
