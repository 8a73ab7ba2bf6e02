import type { LiveNotes, LiveRoom } from '@marga/contract/live'
import type { Actor } from '../../platform/actor.ts'
import { after, secondsMs } from '../../platform/clock.ts'
import { presentPerson } from '../accounts/accounts.presenter.ts'
import type { ClosureRow } from './closure-fragments.queries.ts'
import type { PresenceRow, SessionRow } from './live.queries.ts'
import { closesAt, opensAt } from './live.rules.ts'
import type { StayRow } from './stay-fragments.queries.ts'

/** A few of the looks by which a process notes who is there: one that was killed notes nothing any more. */
const seenWithinMs = secondsMs(20)

export const presentRoom = (
  actor: Actor,
  session: SessionRow,
  of: { conversationId: string; presences: readonly PresenceRow[]; now: Date },
): LiveRoom => ({
  slotId: session.id,
  start: session.startsAt.toISOString(),
  end: session.endsAt.toISOString(),
  opensAt: opensAt(session).toISOString(),
  closesAt: closesAt(session).toISOString(),
  peer: presentPeer(actor, session),
  conversationId: of.conversationId,
  attendance: {
    mentee: presentAttendance(of, session.menteeId),
    mentor: presentAttendance(of, session.mentorId),
  },
})

const presentPeer = (actor: Actor, session: SessionRow) =>
  actor.role === 'mentee'
    ? presentPerson({
        id: session.mentorId,
        firstName: session.mentorFirstName,
        lastName: session.mentorLastName,
        profileImageUrl: session.mentorImage,
      })
    : presentPerson({
        id: session.menteeId,
        firstName: session.menteeFirstName,
        lastName: session.menteeLastName,
        profileImageUrl: session.menteeImage,
      })

function presentAttendance(
  { presences, now }: { presences: readonly PresenceRow[]; now: Date },
  accountId: string,
) {
  const { seenAt = null, firstJoinedAt } = presences.find((row) => row.accountId === accountId) ?? {}
  return {
    isPresent: seenAt !== null && seenAt > after(now, -seenWithinMs),
    firstJoinedAt: firstJoinedAt?.toISOString() ?? null,
  }
}

/** Of the stays of several sessions those in the room of one. */
export const presentStays = (stays: readonly StayRow[], ofSlotId: string) =>
  stays
    .filter(({ slotId }) => slotId === ofSlotId)
    .map(({ accountId, joinedAt, leftAt }) => ({
      personId: accountId,
      from: joinedAt.toISOString(),
      to: leftAt.toISOString(),
    }))

/** Of the closures of several sessions that of one; null where nothing closed its room. */
export function presentClosure(closures: readonly ClosureRow[], ofSlotId: string) {
  const closure = closures.find(({ slotId }) => slotId === ofSlotId)
  return closure ? { by: closure.closedBy, at: closure.closedAt.toISOString() } : null
}

export const presentNotes = (
  row: { text: string; version: number; updatedAt: Date } | undefined,
): LiveNotes => ({
  text: row?.text ?? '',
  version: row?.version ?? 0,
  updatedAt: row?.updatedAt.toISOString() ?? null,
})
