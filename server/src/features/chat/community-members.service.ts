import type { ServerEvents } from '@marga/contract/realtime'
import type { Actor } from '../../platform/actor.ts'
import { createBatcher } from '../../platform/batcher.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Log } from '../../platform/log.ts'
import type { Connection, Rooms } from '../../platform/realtime.ts'
import { findMentorsOf } from './community-members.queries.ts'

type Deps = { db: Database; rooms: Rooms; log: Log }

/** Told by triggers when somebody comes to a community or leaves it: the two people's ids. */
export const communityMembersChannel = 'community_members'

const prefix = 'community:'
export const communityRoom = (mentorId: string) => `${prefix}${mentorId}`
const readAtOnce = 500

/** Keeps each member's sockets in the rooms of their communities, so that a message needs no list of members. */
export function createCommunityMembers({ db, rooms, log }: Deps) {
  const memberships = readMemberships(db)

  async function refresh(accountId: string) {
    if (rooms.roomsHere(accountId).length === 0) return
    rooms.change(accountId, prefix, [communityRoom(accountId), ...(await memberships.roomsOf(accountId))])
  }

  return {
    /** The mentor and everybody in the mentor's community, by their room, however many they are. */
    tell: <E extends keyof ServerEvents>(mentorId: string, event: E, payload: ServerEvents[E]) =>
      rooms.emit(communityRoom(mentorId), event, payload),

    /** To be awaited before a connection is told that it is signed in: from then on nothing passes it by. */
    async signedIn({ id, role }: Actor, connection: Connection) {
      if (role === 'moderator') return
      connection.enter(communityRoom(id))
      const found = role === 'mentee' ? await memberships.roomsOf(id) : []
      // Rooms would keep who has gone meanwhile.
      if (connection.isConnected()) for (const room of found) connection.enter(room)
    },

    /** Out at once, and in again if they belong to it. */
    changed(payload: string) {
      const [one, other] = payload.split(' ') as [string, string]
      memberships.changed([one, other])
      for (const [id, mentorId] of [
        [one, other],
        [other, one],
      ] as const) {
        rooms.eject(id, communityRoom(mentorId))
        refresh(id).catch((err: unknown) => log.warn({ err }, 'a member could not enter their communities'))
      }
    },

    /** Changes may have been missed. */
    async refreshAll() {
      const people = rooms.peopleHere()
      for (let from = 0; from < people.length; from += readAtOnce)
        await Promise.all(people.slice(from, from + readAtOnce).map(refresh))
    },
  }
}
export type CommunityMembers = ReturnType<typeof createCommunityMembers>

/** The rooms of mentees, many read together. */
function readMemberships(db: Database) {
  const batches = createBatcher<string, string[]>({
    async run(menteeIds) {
      const found = await findMentorsOf(db.query, menteeIds)
      return menteeIds.map((id) => (found.get(id) ?? []).map(communityRoom))
    },
    sizeMax: readAtOnce,
  })
  /** Who is being read; what changes meanwhile may have been read as it was before. */
  const reading = new Set<{ menteeId: string; isStale: boolean }>()

  async function roomsOf(menteeId: string): Promise<string[]> {
    for (;;) {
      const one = { menteeId, isStale: false }
      reading.add(one)
      try {
        const found = await batches.add(menteeId)
        if (!one.isStale) return found
      } finally {
        reading.delete(one)
      }
    }
  }

  return {
    roomsOf,
    changed(accountIds: readonly string[]) {
      for (const read of reading) read.isStale ||= accountIds.includes(read.menteeId)
    },
  }
}
