import { limits } from '@marga/contract/limits'
import { sql } from 'kysely'
import { after, daysMs } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import { insertRows } from '../../platform/db/insert-rows.ts'
import { deleteInParts } from '../../platform/db/parts.ts'
import { prepared, preparedOne } from '../../platform/db/prepared-statements.ts'
import { listedMax, type NotificationRow } from './grouping.rules.ts'

export const insertNotifications = (db: Db, rows: readonly NotificationRow[]) =>
  prepared(db, insertRows(db, 'notification', rows))

/** What was read, or was told before that moment, takes nothing up any more. */
export async function closeGroups(db: Db, rows: readonly NotificationRow[], since: Date) {
  // In the order in which they are written afterwards, so that two who tell the same people wait for each other in turn.
  await prepared(
    db,
    sql`update notification set together = null where id in (
    select open.id from notification open
    join unnest(${rows.map(({ accountId }) => accountId)}::uuid[], ${rows.map(({ together }) => together)}::text[],
      ${rows.map(({ isRead }) => isRead)}::boolean[]) as news(account_id, together, is_read)
      on news.account_id = open.account_id and news.together = open.together
    where open.created_at < ${since} or open.is_read <> news.is_read
    order by open.account_id, open.together collate "C" for update of open)`,
  )
}

/** Adds each to the open notice of its kind, or opens one; the unique index makes it one, whoever else writes. */
export function upsertGroups(db: Db, rows: readonly NotificationRow[]) {
  const isSame = sql`notification.is_read = excluded.is_read`
  return prepared(
    db,
    insertRows(db, 'notification', rows)
      .onConflict((conflict) =>
        conflict
          .columns(['accountId', 'together'])
          .where('together', 'is not', null)
          .doUpdateSet({
            content: sql`excluded.content`,
            isRead: sql`excluded.is_read`,
            link: sql`excluded.link`,
            createdAt: sql`excluded.created_at`,
            happened: sql`case when ${isSame} then notification.happened else 0 end + excluded.happened`,
            items: sql`(excluded.items || case when ${isSame} then notification.items end)[1:${sql.lit(listedMax)}]`,
          }),
      )
      .returning(notificationColumns),
  )
}

/** By name: PostgreSQL keeps no plan of a statement that gives whatever columns there are. */
const notificationColumns = [
  'id',
  'accountId',
  'type',
  'content',
  'isRead',
  'conversationId',
  'link',
  'createdAt',
  'together',
  'happened',
  'items',
] as const satisfies readonly (keyof NotificationRow)[]

export const setContents = (db: Db, rows: readonly { id: string; content: string }[]) =>
  sql`update notification set content = given.content
    from unnest(${rows.map(({ id }) => id)}::uuid[], ${rows.map(({ content }) => content)}::text[])
      as given (id, content)
    where notification.id = given.id`.execute(db)

export const notificationsOf = (db: Db, accountId: string) =>
  db.selectFrom('notification').selectAll().where('accountId', '=', accountId)

export const hasUnread = async (db: Db, accountId: string): Promise<boolean> =>
  (await preparedOne(
    db,
    db
      .selectFrom('notification')
      .select('id')
      .where('accountId', '=', accountId)
      .where('isRead', '=', false)
      .limit(1),
  )) !== undefined

/** In the order of those who tell of something at the same moment: none of the two waits for the other in vain. */
export const markAllRead = (db: Db, accountId: string) =>
  sql`update notification set is_read = true where id in (
    select id from notification where account_id = ${accountId} and not is_read
    order by together collate "C" for update)`.execute(db)

export const markConversationsRead = (
  db: Db,
  readers: readonly { accountId: string; conversationId: string }[],
) =>
  prepared(
    db,
    sql`update notification set is_read = true
    where not is_read and (account_id, conversation_id) in (
      select * from unnest(${readers.map(({ accountId }) => accountId)}::uuid[],
        ${readers.map(({ conversationId }) => conversationId)}::uuid[]))`,
  )

/** @returns whether there was such a one */
export async function deleteNotification(db: Db, accountId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('notification')
    .where('id', '=', id)
    .where('accountId', '=', accountId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** They name people who may have left since; and half a year later nobody looks for what became of a booking. */
export const deleteOldNotifications = (db: Db, now: Date) =>
  deleteInParts(db, 'notification', sql`created_at < ${after(now, -daysMs(limits.notificationDays))}`)
