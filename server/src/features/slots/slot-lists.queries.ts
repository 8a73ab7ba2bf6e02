import type { MemberRole } from '@marga/contract/roles'
import type { Db } from '../../platform/db/database.ts'
import { isBookable } from '../search/bookable-fragments.queries.ts'
import { slots } from './slots.queries.ts'

type Range = { from: Date; to: Date }

export const findOfMentor = (db: Db, mentorId: string, { from, to }: Range, limit: number) =>
  slots(db)
    .where('slot.mentorId', '=', mentorId)
    .where('slot.endsAt', '>', from)
    .where('slot.startsAt', '<', to)
    .orderBy('slot.startsAt')
    .limit(limit)
    .execute()

/** Booked ones that are not over at `from` and start before `to`, if that is given. */
export const findBookedOfMentor = (
  db: Db,
  mentorId: string,
  { from, to }: { from: Date; to?: Date },
  limit: number,
) =>
  slots(db)
    .where('slot.mentorId', '=', mentorId)
    .where('slot.status', '=', 'booked')
    .where('slot.endsAt', '>', from)
    .$if(to !== undefined, (query) => query.where('slot.startsAt', '<', to!))
    .orderBy('slot.startsAt')
    .limit(limit)
    .execute()

/** The mentee's own with a mentor, and those of these types that can be booked. */
export const findForMentee = (
  db: Db,
  pair: { menteeId: string; mentorId: string },
  { range, types, now }: { range: Range; types: readonly ('session' | 'intro')[]; now: Date },
  limit: number,
) =>
  slots(db)
    .where('slot.mentorId', '=', pair.mentorId)
    .where('slot.endsAt', '>', range.from)
    .where('slot.startsAt', '<', range.to)
    .where(({ and, or, eb }) =>
      or([
        eb('slot.menteeId', '=', pair.menteeId),
        ...(types.length > 0 ? [and([isBookable(now), eb('slot.type', 'in', types)])] : []),
      ]),
    )
    .orderBy('slot.startsAt')
    .limit(limit)
    .execute()

/** All that somebody booked or was booked for, newest first. */
export const findBookingsOf = (db: Db, role: MemberRole, id: string, limit: number) =>
  slots(db)
    .where(role === 'mentee' ? 'slot.menteeId' : 'slot.mentorId', '=', id)
    .where('slot.status', '!=', 'open')
    .orderBy('slot.startsAt', 'desc')
    .limit(limit)
    .execute()

export const findBookingsOfPair = (
  db: Db,
  { menteeId, mentorId }: { menteeId: string; mentorId: string },
  limit: number,
) =>
  slots(db)
    .where('slot.menteeId', '=', menteeId)
    .where('slot.mentorId', '=', mentorId)
    .where('slot.status', '!=', 'open')
    .orderBy('slot.startsAt', 'desc')
    .limit(limit)
    .execute()
