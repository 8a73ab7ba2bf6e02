import { sql } from 'kysely'
import { anyOf } from '../../platform/db/any-of.ts'
import type { Db } from '../../platform/db/database.ts'
import { prepared } from '../../platform/db/prepared-statements.ts'
import { isLockTaken } from '../../platform/db/process-locks.ts'
import { isBlockBetween } from '../accounts/block-fragments.queries.ts'

type Here = { accountId: string; processId: string }

export const insertConnection = (db: Db, here: Here) =>
  prepared(
    db,
    db
      .insertInto('online')
      .values(here)
      .onConflict((conflict) => conflict.doNothing()),
  )

export const deleteHere = (db: Db, { accountId, processId }: Here) =>
  prepared(db, db.deleteFrom('online').where('accountId', '=', accountId).where('processId', '=', processId))

/**
 * Takes the account's row: of two processes that see the last device go, the second sees what the first did. The
 * devices of one that is erased go after that, and nothing is kept of whom it was.
 */
export const touch = (db: Db, accountId: string, now: Date) =>
  prepared(
    db,
    db
      .updateTable('account')
      .set({ lastSeenAt: sql<Date | null>`case when deleted_at is null then ${now}::timestamptz end` })
      .where('id', '=', accountId),
  )

export const findOnlineAmong = async (db: Db, accountIds: readonly string[]) =>
  accountIds.length === 0
    ? []
    : (
        await prepared(
          db,
          db.selectFrom('online').select('accountId').distinct().where('accountId', '=', anyOf(accountIds)),
        )
      ).map(({ accountId }) => accountId)

export const findHere = async (db: Db, processId: string) =>
  (await db.selectFrom('online').select('accountId').where('processId', '=', processId).execute()).map(
    ({ accountId }) => accountId,
  )

/** Processes that hold no lock: killed, or about to connect again. From one to the next by the index, past all people. */
export const findOrphans = async (db: Db) =>
  (
    await sql<{ processId: string }>`
      with recursive known as (
        (select process_id from online order by process_id limit 1)
        union all
        select (select process_id from online where process_id > known.process_id order by process_id limit 1)
        from known where known.process_id is not null
      )
      select process_id from known where process_id is not null and not ${sql.raw(isLockTaken('process', 'process_id'))}`.execute(
      db,
    )
  ).rows.map(({ processId }) => processId)

/** @returns whose rows these were; each row is given to one caller only */
export const deleteProcesses = async (db: Db, processIds: readonly string[]) =>
  (await db.deleteFrom('online').where('processId', 'in', processIds).returning('accountId').execute()).map(
    ({ accountId }) => accountId,
  )

export type Partner = {
  accountId: string
  partnerId: string
  lastSeenAt: Date | null
  isOnline: boolean
}

const isBlocked = isBlockBetween('conversation.menteeId', 'conversation.mentorId')

/**
 * The people each account talks with, no more than so many of each: whom it talked with last, in the order of its list
 * of conversations. By role, and row by row: of "the one or the other" the planner believes, where few mentors have all
 * the conversations, that reading the table soon gives enough, and of many partners, that reading all accounts and all
 * who are online is quicker.
 */
export const findPartners = (db: Db, accountIds: readonly string[], eachMax: number) =>
  prepared(
    db,
    sql<Partner>`
      select account.id as account_id, partner.id as partner_id, partner.last_seen_at,
        here.account_id is not null as is_online
      from account
      cross join lateral (
        (select mentor_id as id from conversation
          where account.role = 'mentee' and mentee_id = account.id and not ${isBlocked}
          order by updated_at desc, conversation.id desc limit ${sql.lit(eachMax)})
        union all
        (select mentee_id from conversation
          where account.role = 'mentor' and mentor_id = account.id and not ${isBlocked}
          order by updated_at desc, conversation.id desc limit ${sql.lit(eachMax)})
      ) pair
      cross join lateral (select id, last_seen_at from account where id = pair.id limit 1) partner
      left join lateral (select account_id from online where account_id = pair.id limit 1) here on true
      where account.id = any(${accountIds as string[]}::uuid[])`,
  )

/** Of the other one in a conversation of the two; one who is blocked, or blocks, is nowhere to be seen. */
export const findPartner = async (db: Db, accountId: string, partnerId: string) =>
  (
    await sql<Partner>`
      select ${accountId}::uuid as account_id, partner.id as partner_id,
        case when not hidden then partner.last_seen_at end as last_seen_at,
        not hidden and exists (select from online where account_id = partner.id) as is_online
      from (select ${isBlocked} as hidden from conversation
          where (mentee_id, mentor_id) in ((${accountId}, ${partnerId}), (${partnerId}, ${accountId})) limit 1) pair
      join account as partner on partner.id = ${partnerId}`.execute(db)
  ).rows[0]
