import type { CommunityUnread, SenderType } from '@marga/contract/chat'
import { limits } from '@marga/contract/limits'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { isBlockBetween } from '../accounts/blocked-people.rules.ts'

/**
 * The rooms in which others wrote what this person has not read. Whoever has never been in a room is not
 * told of what was written before they subscribed.
 */
export async function findUnreadRooms(
  db: Db,
  { id, role }: { id: string; role: SenderType },
  now: Date,
): Promise<CommunityUnread[]> {
  const rooms =
    role === 'mentor'
      ? sql`select ${id}::uuid as mentor_id, '-infinity'::timestamptz as since`
      : sql`select mentor_id, started_at as since from enrollment
          where mentee_id = ${id} and status <> 'ended' and period_end > ${now}
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
