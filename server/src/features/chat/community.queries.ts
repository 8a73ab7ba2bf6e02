import type { CommunityUnread } from '@marga/contract/chat'
import { limits } from '@marga/contract/limits'
import type { MemberRole } from '@marga/contract/roles'
import { type Insertable, sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { CommunityMessage as CommunityMessageTable } from '../../platform/db/types.generated.ts'
import { isBlockBetween } from '../accounts/block-fragments.queries.ts'

export { isListed } from '../accounts/listing-fragments.queries.ts'

/**
 * The rooms in which others wrote what this person has not read. Whoever has never been in a room is not
 * told of what was written before they subscribed.
 */
export async function findUnreadRooms(
  db: Db,
  { id, role }: { id: string; role: MemberRole },
  now: Date,
): Promise<CommunityUnread[]> {
  const rooms =
    role === 'mentor'
      ? sql`select ${id}::uuid as mentor_id, '-infinity'::timestamptz as since`
      : sql`select mentor_id, started_at as since from enrollment
          where mentee_id = ${id} and status <> 'ended'
            -- One whose renewal takes days goes on meanwhile; a pause keeps them out.
            and (paused_from is null or not (paused_from <= ${now} and paused_until > ${now}))
            -- While the mentor is shut out the room is closed, and nothing in it could be read.
            and exists (select from account where id = mentor_id and not is_blocked)
            and not ${isBlockBetween('menteeId', 'mentorId')}`
  const { rows } = await sql<CommunityUnread>`
    select room.mentor_id, news.count as unread
    from (${rooms}) as room
    left join community_read as mark on mark.mentor_id = room.mentor_id and mark.account_id = ${id}
    cross join lateral (
      select count(*) as count from (
        select 1 from community_message as m
        where m.mentor_id = room.mentor_id and m.seq > coalesce(mark.seq, 0)
          and (mark.seq is not null or m.created_at >= room.since)
          and m.sender_id <> ${id} and not m.is_deleted
        limit ${limits.communityUnreadMax}
      ) as found
    ) as news
    where news.count > 0`.execute(db)
  return rows
}

export const ensureRoom = (db: Db, mentorId: string) =>
  db
    .insertInto('communityRoom')
    .values({ mentorId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

export const lockRoom = (db: Db, mentorId: string) =>
  db.selectFrom('communityRoom').select('mentorId').where('mentorId', '=', mentorId).forUpdate().execute()

export const findLastSeq = async (db: Db, mentorId: string): Promise<number> =>
  (
    await db
      .selectFrom('communityRoom')
      .select('lastSeq')
      .where('mentorId', '=', mentorId)
      .executeTakeFirstOrThrow()
  ).lastSeq

export const takeNextSeq = async (db: Db, mentorId: string): Promise<number> =>
  (
    await db
      .updateTable('communityRoom')
      .set({ lastSeq: sql`last_seq + 1` })
      .where('mentorId', '=', mentorId)
      .returning('lastSeq')
      .executeTakeFirstOrThrow()
  ).lastSeq

/** Forward only. */
export const advanceReadMark = (db: Db, mark: { mentorId: string; accountId: string; seq: number }) =>
  db
    .insertInto('communityRead')
    .values(mark)
    .onConflict((conflict) =>
      conflict
        .columns(['mentorId', 'accountId'])
        .doUpdateSet({ seq: sql`greatest(community_read.seq, excluded.seq)` }),
    )
    .execute()

const roomMessages = (db: Db) =>
  db
    .selectFrom('communityMessage')
    .innerJoin('account', 'account.id', 'communityMessage.senderId')
    .selectAll('communityMessage')
    .select(['account.firstName', 'account.lastName', 'account.profileImageUrl'])
export type RoomMessageRow = Awaited<ReturnType<ReturnType<typeof roomMessages>['executeTakeFirstOrThrow']>>

/** One more than the limit, which says whether there are more: the oldest first after a number, else the newest first. */
export const findRoomMessages = (
  db: Db,
  mentorId: string,
  { after, before, limit }: { after?: number | undefined; before?: number | undefined; limit: number },
) =>
  roomMessages(db)
    .where('communityMessage.mentorId', '=', mentorId)
    .$if(after !== undefined, (query) => query.where('communityMessage.seq', '>', after!))
    .$if(before !== undefined, (query) => query.where('communityMessage.seq', '<', before!))
    .orderBy('communityMessage.seq', after === undefined ? 'desc' : 'asc')
    .limit(limit + 1)
    .execute()

export const findRoomMessage = (db: Db, id: string) =>
  roomMessages(db).where('communityMessage.id', '=', id).executeTakeFirstOrThrow()

export const findRoomMessageByClientId = (db: Db, senderId: string, clientMessageId: string) =>
  roomMessages(db)
    .where('communityMessage.senderId', '=', senderId)
    .where('communityMessage.clientMessageId', '=', clientMessageId)
    .executeTakeFirst()

export const insertRoomMessage = (db: Db, row: Insertable<CommunityMessageTable>) =>
  db.insertInto('communityMessage').values(row).execute()

/** @param of.senderId where only its own author may do it @returns undefined when there is no such message */
export const blankRoomMessage = (
  db: Db,
  of: { id: string; mentorId: string; senderId: string | undefined },
) =>
  db
    .updateTable('communityMessage')
    .set({ isDeleted: true, body: '' })
    .where('id', '=', of.id)
    .where('mentorId', '=', of.mentorId)
    .$if(of.senderId !== undefined, (query) => query.where('senderId', '=', of.senderId!))
    .returning('id')
    .executeTakeFirst()
