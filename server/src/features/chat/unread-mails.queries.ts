import { sql } from 'kysely'
import { after, daysMs, hoursMs } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import { isBlockBetween } from '../accounts/block-fragments.queries.ts'

const waitMinutes = 10
const pauseHours = 24
/** Older ones are not dug out, should the job have stood still. */
const reachDays = 2
export const batchSize = 100

export type Waiting = {
  conversationId: string
  accountId: string
  otherId: string
  seq: number
  unread: number
}

/** Who has left something unread, and when they are to be told: after a while, and not again within a day. */
const waiting = (now: Date) => sql`(
    select c.id as conversation_id, reader.id as account_id, reader.other_id, c.last_seq as seq,
      unread.count as unread, c.updated_at,
      greatest(
        unread.since + make_interval(mins => ${waitMinutes}), mailed.sent_at + make_interval(hours => ${pauseHours})
      ) as due_at
    from conversation c
    cross join lateral (values
      (c.mentee_id, c.mentor_id, 'mentor', c.mentee_read_seq),
      (c.mentor_id, c.mentee_id, 'mentee', c.mentor_read_seq)
    ) as reader (id, other_id, sender_type, read_seq)
    left join unread_mail as mailed on mailed.conversation_id = c.id and mailed.account_id = reader.id
    left join preference on preference.account_id = reader.id
    join account on account.id = reader.id and account.is_email_verified
      and not account.is_blocked and account.deleted_at is null
    -- Where the two cannot write to each other there is nothing to answer.
    join account as other on other.id = reader.other_id and not other.is_blocked and other.deleted_at is null
    cross join lateral (
      select count(*)::int as count, min(m.created_at) as since from message as m
      where m.conversation_id = c.id and m.sender_type = reader.sender_type
        and m.seq > greatest(reader.read_seq, coalesce(mailed.seq, 0))
    ) as unread
    where c.updated_at > ${after(now, -daysMs(reachDays))}
      and c.last_seq > reader.read_seq
      and coalesce(preference.email_messages, true)
      and unread.count > 0
      and not ${isBlockBetween('c.mentee_id', 'c.mentor_id')}
  ) as waiting`

export const findWaiting = async (db: Db, now: Date): Promise<Waiting[]> =>
  (
    await sql<Waiting>`
      select conversation_id, account_id, other_id, seq, unread from ${waiting(now)}
      where due_at <= ${now} order by updated_at limit ${batchSize}`.execute(db)
  ).rows

export async function findNextDue(db: Db, now: Date): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select min(due_at) as at from ${waiting(now)} where due_at > ${now}`.execute(db)
  return rows[0]?.at ?? null
}

/** @returns undefined where somebody has been mailed of it within the pause */
export const claimUnreadMail = (db: Db, { conversationId, accountId, seq }: Waiting, now: Date) =>
  db
    .insertInto('unreadMail')
    .values({ conversationId, accountId, seq, sentAt: now })
    .onConflict((conflict) =>
      conflict
        .columns(['conversationId', 'accountId'])
        .doUpdateSet({ seq, sentAt: now })
        .where('unreadMail.sentAt', '<=', after(now, -hoursMs(pauseHours))),
    )
    .returning('seq')
    .executeTakeFirst()

/** What has been read needs no mail when it is marked as unread later, to be answered. */
export const noteReadBefore = (db: Db, of: Pick<Waiting, 'conversationId' | 'accountId' | 'seq'>) =>
  db
    .insertInto('unreadMail')
    .values({ ...of, sentAt: new Date(0) })
    .onConflict((conflict) =>
      conflict
        .columns(['conversationId', 'accountId'])
        .doUpdateSet({ seq: sql`greatest(unread_mail.seq, excluded.seq)` }),
    )
    .execute()
