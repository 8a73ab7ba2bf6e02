import { sql } from 'kysely'
import { anyOf } from '../../platform/db/any-of.ts'
import type { Db } from '../../platform/db/database.ts'

/**
 * Who of a session's two was in its room; of a stay that nobody ended, until it was last seen. Not those who had booked
 * the slot before, and were in the room when they cancelled.
 */
export const findStaysOfTheTwo = (db: Db, slotIds: readonly string[]) =>
  db
    .selectFrom('liveStay')
    .innerJoin('slot', 'slot.id', 'liveStay.slotId')
    .select(['liveStay.slotId', 'liveStay.accountId', 'liveStay.joinedAt'])
    .select(sql<Date>`coalesce(live_stay.left_at, live_stay.seen_at)`.as('leftAt'))
    .where('liveStay.slotId', '=', anyOf(slotIds))
    .where(sql<boolean>`live_stay.account_id in (slot.mentee_id, slot.mentor_id)`)
    .orderBy('liveStay.joinedAt')
    .orderBy('liveStay.id')
    .execute()
export type StayRow = Awaited<ReturnType<typeof findStaysOfTheTwo>>[number]
