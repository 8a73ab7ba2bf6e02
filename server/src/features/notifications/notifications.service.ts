import type { Notification } from '@marga/contract/notifications'
import { type Selectable, sql } from 'kysely'
import { after, type Clock, minutesMs, type NewId } from '../../platform/clock.ts'
import type { Database, Db } from '../../platform/db/database.ts'
import type { Cursors, PageInput } from '../../platform/db/paging.ts'
import type { Notification as NotificationTable } from '../../platform/db/types.generated.ts'
import { AppError } from '../../platform/errors.ts'
import type { Realtime } from '../../platform/realtime.ts'
import { listedMax, type Together, wordsOf } from './grouping.rules.ts'

type Deps = { db: Database; clock: Clock; newId: NewId; cursors: Cursors; realtime: Realtime }

export type NewNotification = {
  type: 'message' | 'alert'
  content: string
  conversationId?: string
  /** Address inside the product that the notification leads to. */
  link?: string
  /** What the person did themselves: there to look up, and read from the beginning. */
  isOwnAct?: boolean
  /** What is told of together, when it happens together. */
  together?: Together
}
type ForSomebody = NewNotification & { accountId: string }

/** What happens again within it is told by the same notice, while that is not read. */
const togetherMinutes = 30

type Shown = Omit<Selectable<NotificationTable>, 'together' | 'happened' | 'items'>

export const presentNotification = (row: Shown): Notification => ({
  _id: row.id,
  type: row.type,
  content: row.content,
  isRead: row.isRead,
  createdAt: row.createdAt.toISOString(),
  conversationId: row.conversationId,
  link: row.link,
})

export function createNotifications({ db, clock, newId, cursors, realtime }: Deps) {
  const rowOf = (notification: ForSomebody) => ({
    id: newId(),
    accountId: notification.accountId,
    type: notification.type,
    content: notification.content,
    isRead: notification.isOwnAct ?? false,
    conversationId: notification.conversationId ?? null,
    link: notification.link ?? null,
    createdAt: clock.now(),
    together: notification.together?.key ?? null,
    happened: 1,
    items: notification.together ? [notification.together.item] : null,
  })
  type Row = ReturnType<typeof rowOf>

  /** What was read, or is some time ago, takes nothing up any more. */
  async function close(tx: Db, rows: readonly Row[]) {
    const since = after(clock.now(), -minutesMs(togetherMinutes))
    // In the order in which they are written below, so that two who tell the same people wait for each other in turn.
    await sql`update notification set together = null where id in (
      select open.id from notification open
      join unnest(${rows.map(({ accountId }) => accountId)}::uuid[], ${rows.map(({ together }) => together)}::text[],
        ${rows.map(({ isRead }) => isRead)}::boolean[]) as news(account_id, together, is_read)
        on news.account_id = open.account_id and news.together = open.together
      where open.created_at < ${since} or open.is_read <> news.is_read
      order by open.account_id, open.together collate "C" for update of open)`.execute(tx)
  }

  /** Adds each to the open notice of its kind, or opens one; the unique index makes it one, whoever else writes. */
  async function join(tx: Db, rows: readonly Row[]) {
    await close(tx, rows)
    const isSame = sql`notification.is_read = excluded.is_read`
    return tx
      .insertInto('notification')
      .values([...rows])
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
      .returningAll()
      .execute()
  }

  /** What happens together in one go is one row already. */
  function gather(notifications: readonly ForSomebody[]) {
    const rows = new Map<string, { row: Row; together: Together }>()
    for (const one of notifications) {
      const { together, accountId } = one
      if (!together) continue
      const key = keyOf(accountId, together.key)
      const row = rowOf(one)
      const known = rows.get(key)?.row
      rows.set(key, {
        row: known
          ? { ...row, id: known.id, happened: known.happened + 1, items: [...row.items!, ...known.items!] }
          : row,
        together,
      })
    }
    return new Map([...rows].sort(([one], [other]) => (one < other ? -1 : 1)))
  }

  /** @returns the stored ones by person and key */
  async function storeTogether(tx: Db, notifications: readonly ForSomebody[]) {
    const wanted = gather(notifications)
    const told = new Map<string, Notification>()
    if (wanted.size === 0) return told
    const rows = await join(
      tx,
      [...wanted.values()].map(({ row }) => ({ ...row, items: row.items!.slice(0, listedMax) })),
    )
    for (const row of rows) {
      const key = keyOf(row.accountId, row.together!)
      const content = wordsOf(wanted.get(key)!.together, row)
      if (content) await tx.updateTable('notification').set({ content }).where('id', '=', row.id).execute()
      told.set(key, presentNotification({ ...row, content: content ?? row.content }))
    }
    return told
  }

  /** Stores them; the caller's own event carries them. @returns one for each, the same one for what is told together */
  async function storeAll(tx: Db, notifications: readonly ForSomebody[]): Promise<Notification[]> {
    const together = await storeTogether(tx, notifications)
    const alone = new Map(notifications.flatMap((one) => (one.together ? [] : [[one, rowOf(one)] as const])))
    if (alone.size > 0)
      await tx
        .insertInto('notification')
        .values([...alone.values()])
        .execute()
    return notifications.map((one) =>
      one.together
        ? together.get(keyOf(one.accountId, one.together.key))!
        : presentNotification(alone.get(one)!),
    )
  }

  /** Stores them and announces each by the event `notification` after the commit. */
  async function notifyAll(tx: Db, notifications: readonly ForSomebody[]) {
    const stored = await storeAll(tx, notifications)
    const told = new Map(notifications.map(({ accountId }, index) => [stored[index]!, accountId]))
    db.afterCommit(() => {
      for (const [notification, accountId] of told) realtime.emit(accountId, 'notification', notification)
    })
  }

  return {
    storeAll,

    notifyAll,

    /** The same for one. */
    notify: (tx: Db, accountId: string, notification: NewNotification) =>
      notifyAll(tx, [{ ...notification, accountId }]),

    async list(accountId: string, input: PageInput) {
      const { items, nextCursor } = await cursors.page(
        db.query.selectFrom('notification').selectAll().where('accountId', '=', accountId),
        {
          list: 'notifications',
          columns: ['createdAt', 'id'],
          order: 'desc',
          markOf: (row) => [row.createdAt, row.id],
        },
        input,
      )
      const unread = await db.query
        .selectFrom('notification')
        .select('id')
        .where('accountId', '=', accountId)
        .where('isRead', '=', false)
        .limit(1)
        .executeTakeFirst()
      return { notifications: items.map(presentNotification), isRead: unread === undefined, nextCursor }
    },

    async markAllRead(accountId: string) {
      // In the order of those who tell of something at the same moment: none of the two waits for the other in vain.
      await sql`update notification set is_read = true where id in (
        select id from notification where account_id = ${accountId} and not is_read
        order by together collate "C" for update)`.execute(db.query)
    },

    /** Who has read or answered a conversation has seen what the notifications say of its messages. */
    async markConversationsRead(
      tx: Db,
      readers: readonly { accountId: string; conversationId: string }[],
    ): Promise<void> {
      if (readers.length === 0) return
      await sql`update notification set is_read = true
        where not is_read and (account_id, conversation_id) in (
          select * from unnest(${readers.map(({ accountId }) => accountId)}::uuid[],
            ${readers.map(({ conversationId }) => conversationId)}::uuid[]))`.execute(tx)
    },

    /** @throws AppError not_found */
    async remove(accountId: string, notificationId: string) {
      const { numDeletedRows } = await db.query
        .deleteFrom('notification')
        .where('id', '=', notificationId)
        .where('accountId', '=', accountId)
        .executeTakeFirst()
      if (numDeletedRows === 0n) throw new AppError('not_found')
    },
  }
}
export type Notifications = ReturnType<typeof createNotifications>

const keyOf = (accountId: string, key: string) => `${accountId} ${key}`
