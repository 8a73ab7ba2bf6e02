import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { placeHolders } from './place-fragments.queries.ts'

export type Pair = { menteeId: string; mentorId: string }

/** Null: as many as come. Held until the commit, so that places are given away one after the other. */
export const lockCapacity = async (db: Db, mentorId: string): Promise<number | null> =>
  (
    await db
      .selectFrom('availability')
      .select('capacity')
      .where('mentorId', '=', mentorId)
      .forUpdate()
      .executeTakeFirst()
  )?.capacity ?? null

/** Nobody new may subscribe to the mentor. */
export const isShutOut = async (db: Db, mentorId: string): Promise<boolean> =>
  (await db
    .selectFrom('account')
    .select('id')
    .where('id', '=', mentorId)
    .where(({ or, eb }) => or([eb('isBlocked', '=', true), eb('isRestricted', '=', true)]))
    .executeTakeFirst()) !== undefined

/** Of the mentor, or of all with whom the mentee waits; in one order, so that of two who do so one waits. */
export const lockCapacitiesOf = (db: Db, column: 'menteeId' | 'mentorId', id: string) =>
  db
    .selectFrom('availability')
    .select('mentorId')
    .where(({ eb, selectFrom }) =>
      column === 'mentorId'
        ? eb('mentorId', '=', id)
        : eb('mentorId', 'in', selectFrom('waitlistEntry').select('mentorId').where('menteeId', '=', id)),
    )
    .orderBy('mentorId')
    .forUpdate()
    .execute()

/** @param except whose own place does not count */
export async function countTaken(db: Db, mentorId: string, except?: string): Promise<number> {
  const { rows } = await sql<{ taken: number }>`
    select count(*)::integer as taken
    from account as mentor cross join lateral (${placeHolders('mentor.id')}) as holder
    where mentor.id = ${mentorId} and holder.mentee_id is distinct from ${except ?? null}::uuid`.execute(db)
  return rows[0]!.taken
}

/** When the pair's last hold ended, or will end; what has been paid for does not count. */
export const findLastHold = async (db: Db, { menteeId, mentorId }: Pair): Promise<Date | null> =>
  (
    await db
      .selectFrom('checkout')
      .select(({ fn }) => fn.max('placeUntil').as('until'))
      .where('menteeId', '=', menteeId)
      .where('mentorId', '=', mentorId)
      .where('settledAt', 'is', null)
      .executeTakeFirst()
  )?.until ?? null

/** By a subscription that runs, and by a checkout or an offer that kept one then, though it has run out since. */
export const hasOwnPlace = async (db: Db, { menteeId, mentorId }: Pair, at: Date): Promise<boolean> => {
  const { rows } = await sql<{ isTheirs: boolean }>`select
    exists (select 1 from enrollment
      where mentor_id = ${mentorId} and mentee_id = ${menteeId} and status <> 'ended')
    or exists (select 1 from checkout
      where mentor_id = ${mentorId} and mentee_id = ${menteeId}
        and (closed_at is null or closed_at > ${at}) and place_until > ${at})
    or exists (select 1 from waitlist_entry
      where mentor_id = ${mentorId} and mentee_id = ${menteeId} and offered_until > ${at})
    or exists (select 1 from passed_offer
      where mentor_id = ${mentorId} and mentee_id = ${menteeId} and offered_until > ${at}) as "isTheirs"`.execute(
    db,
  )
  return rows[0]!.isTheirs
}

export const isSubscribed = async (db: Db, { menteeId, mentorId }: Pair): Promise<boolean> =>
  (await db
    .selectFrom('enrollment')
    .select('id')
    .where('menteeId', '=', menteeId)
    .where('mentorId', '=', mentorId)
    .where('status', '!=', 'ended')
    .executeTakeFirst()) !== undefined

/** How many of the places the mentee finds taken: the own one, kept by a checkout or an offer, can still be paid for. */
export const countTakenFor = async (db: Db, pair: Pair): Promise<number> =>
  countTaken(db, pair.mentorId, (await isSubscribed(db, pair)) ? undefined : pair.menteeId)

/** Whether someone new could subscribe to such a mentor at all. */
export const takesMentees = async (db: Db, mentorId: string): Promise<boolean> =>
  (await db
    .selectFrom('mentorProfile')
    .innerJoin('account', 'account.id', 'mentorProfile.accountId')
    .select('account.id')
    .where('account.id', '=', mentorId)
    .where('account.isBlocked', '=', false)
    .where('account.isRestricted', '=', false)
    .where('mentorProfile.status', '=', 'accepted')
    .executeTakeFirst()) !== undefined

export const isRestricted = async (db: Db, menteeId: string): Promise<boolean> =>
  (await db.selectFrom('account').select('isRestricted').where('id', '=', menteeId).executeTakeFirst())
    ?.isRestricted ?? false
