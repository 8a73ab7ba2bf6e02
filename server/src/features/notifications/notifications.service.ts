import type { Notification } from '@marga/contract/notifications'
import type { Selectable } from 'kysely'
import type { Clock, NewId } from '../../platform/clock.ts'
import type { Database, Db } from '../../platform/db/database.ts'
import { type PageInput, page, readCursor } from '../../platform/db/paging.ts'
import type { Notification as NotificationTable } from '../../platform/db/types.generated.ts'
import { AppError } from '../../platform/errors.ts'
import type { Realtime } from '../../platform/realtime.ts'

type Deps = { db: Database; clock: Clock; newId: NewId; realtime: Realtime }

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

export function createNotifications({ db, clock, newId, realtime }: Deps) {
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
      const cursor = readCursor(input.cursor, ['time', 'id'])
      const rows = await db.query
        .selectFrom('notification')
        .selectAll()
        .where('accountId', '=', accountId)
        .$if(cursor !== undefined, (query) =>
          query.where(({ eb, refTuple, tuple }) => eb(refTuple('createdAt', 'id'), '<', tuple(...cursor!))),
        )
        .orderBy('createdAt', 'desc')
        .orderBy('id', 'desc')
        .limit(input.limit + 1)
        .execute()
      const unread = await db.query
        .selectFrom('notification')
        .select('id')
        .where('accountId', '=', accountId)
        .where('isRead', '=', false)
        .limit(1)
        .executeTakeFirst()
      const { items, nextCursor } = page(rows, input.limit, (row) => [row.createdAt, row.id])
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
