import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { isBlockBetween } from '../accounts/block-fragments.queries.ts'
import { keptUntil } from './waitlist.queries.ts'

/** Of offers that are over: who had one waits on, at the same place in the order. */
const takeBack = (db: Db, mentorId: string, now: Date) =>
  db
    .updateTable('waitlistEntry')
    .set({ offeredUntil: null })
    .where('mentorId', '=', mentorId)
    .where('offeredUntil', '<=', now)
    .where(keptUntil('waitlistEntry'), '<=', now)

export const takeOffersBack = (db: Db, mentorId: string, now: Date) => takeBack(db, mentorId, now).execute()

/** Of those alone who may not subscribe to the mentor: restricted or shut out, or of a pair of whom one blocked the other. */
export const takeBackFromKeptOut = (db: Db, mentorId: string, now: Date) =>
  takeBack(db, mentorId, now)
    .where(
      sql<boolean>`(exists (select from account where account.id = waitlist_entry.mentee_id
        and (account.is_blocked or account.is_restricted))
        or ${isBlockBetween('waitlistEntry.menteeId', 'waitlistEntry.mentorId')})`,
    )
    .execute()
