import type { Notification } from '@marga/contract/notifications'
import { type Selectable, sql } from 'kysely'
import type { Clock, NewId } from '../../platform/clock.ts'
import type { Database, Db } from '../../platform/db/database.ts'
import type { Cursors, PageInput } from '../../platform/db/paging.ts'
import type { Notification as NotificationTable } from '../../platform/db/types.generated.ts'
import { AppError } from '../../platform/errors.ts'
import type { Realtime } from '../../platform/realtime.ts'

type Deps = { db: Database; clock: Clock; newId: NewId; cursors: Cursors; realtime: Realtime }

export type NewNotification = {
  type: 'message' | 'alert'
  content: string
  conversationId?: string
  /** Address inside the product that the notification leads to. */
  link?: string
}

export const presentNotification = (row: Selectable<NotificationTable>): Notification => ({
  _id: row.id,
  type: row.type,
  content: row.content,
  isRead: row.isRead,
  createdAt: row.createdAt.toISOString(),
  conversationId: row.conversationId,
  link: row.link,
})

export function createNotifications({ db, clock, newId, cursors, realtime }: Deps) {
  const rowOf = (accountId: string, notification: NewNotification) => ({
    id: newId(),
    accountId,
    type: notification.type,
    content: notification.content,
    conversationId: notification.conversationId ?? null,
    link: notification.link ?? null,
    createdAt: clock.now(),
  })

  /** Stores them in order; the caller's own event carries them. */
  async function storeAll(
    tx: Db,
    notifications: readonly (NewNotification & { accountId: string })[],
  ): Promise<Notification[]> {
    if (notifications.length === 0) return []
    const rows = notifications.map((one) => rowOf(one.accountId, one))
    await tx.insertInto('notification').values(rows).execute()
    return rows.map((row) => presentNotification({ ...row, isRead: false }))
  }

  /** The same one for each account. */
  async function store(tx: Db, accountIds: readonly string[], notification: NewNotification) {
    const stored = await storeAll(
      tx,
      accountIds.map((accountId) => ({ ...notification, accountId })),
    )
    return new Map(accountIds.map((accountId, index) => [accountId, stored[index]!]))
  }

  /** Stores them and announces each by the event `notification` after the commit. */
  async function notifyAll(tx: Db, notifications: readonly (NewNotification & { accountId: string })[]) {
    const stored = await storeAll(tx, notifications)
    db.afterCommit(() => {
      for (const [index, { accountId }] of notifications.entries())
        realtime.emit(accountId, 'notification', stored[index]!)
    })
  }

  return {
    store,
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
      await db.query
        .updateTable('notification')
        .set({ isRead: true })
        .where('accountId', '=', accountId)
        .where('isRead', '=', false)
        .execute()
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
