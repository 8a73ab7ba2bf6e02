import type { Notification } from '@marga/contract/notifications'
import { after, type Clock, minutesMs, type NewId } from '../../platform/clock.ts'
import type { Database, Db } from '../../platform/db/database.ts'
import { formerListTimes } from '../../platform/db/former-list-times.ts'
import type { Cursors, PageInput } from '../../platform/db/paging.ts'
import { AppError } from '../../platform/errors.ts'
import type { Realtime } from '../../platform/realtime.ts'
import {
  type ForSomebody,
  gather,
  groupKey,
  listedMax,
  type NewNotification,
  rowOf,
  wordsOf,
} from './grouping.rules.ts'
import { presentNotification } from './notifications.presenter.ts'
import * as queries from './notifications.queries.ts'

export type { NewNotification } from './grouping.rules.ts'

type Deps = { db: Database; clock: Clock; newId: NewId; cursors: Cursors; realtime: Realtime }

/** What happens again within it is told by the same notice, while that is not read. */
const togetherMinutes = 30

export function createNotifications(deps: Deps) {
  const { db } = deps
  return {
    /** To be stored by somebody else's statement, alone. */
    newRow: (notification: ForSomebody, now: Date) => rowOf(notification, deps.newId(), now),
    storeAll: (tx: Db, notifications: readonly ForSomebody[]) => storeAll(deps, tx, notifications),
    notifyAll: (tx: Db, notifications: readonly ForSomebody[]) => notifyAll(deps, tx, notifications),

    /** The same for one. */
    notify: (tx: Db, accountId: string, notification: NewNotification) =>
      notifyAll(deps, tx, [{ ...notification, accountId }]),

    list: (accountId: string, input: PageInput) => list(deps, accountId, input),

    async markAllRead(accountId: string) {
      await queries.markAllRead(db.query, accountId)
    },

    /** Who has read or answered a conversation has seen what the notifications say of its messages. */
    async markConversationsRead(
      tx: Db,
      readers: readonly { accountId: string; conversationId: string }[],
    ): Promise<void> {
      if (readers.length > 0) await queries.markConversationsRead(tx, readers)
    },

    /** @throws AppError not_found */
    async remove(accountId: string, notificationId: string) {
      if (!(await queries.deleteNotification(db.query, accountId, notificationId)))
        throw new AppError('not_found')
    },
  }
}
export type Notifications = ReturnType<typeof createNotifications>

/** Stores them and announces each by the event `notification` after the commit. */
async function notifyAll(deps: Deps, tx: Db, notifications: readonly ForSomebody[]) {
  const { db, realtime } = deps
  const stored = await storeAll(deps, tx, notifications)
  const told = new Map(notifications.map(({ accountId }, index) => [stored[index]!, accountId]))
  db.afterCommit(() => {
    realtime.emitEach(
      'notification',
      [...told].map(([notification, accountId]) => [accountId, notification]),
    )
  })
}

/** Stores them; the caller's own event carries them. @returns one for each, the same one for what is told together */
async function storeAll(deps: Deps, tx: Db, notifications: readonly ForSomebody[]): Promise<Notification[]> {
  const together = await storeTogether(deps, tx, notifications)
  const alone = new Map(
    notifications.flatMap((one) => (one.together ? [] : [[one, newRow(deps, one)] as const])),
  )
  if (alone.size > 0) await queries.insertNotifications(tx, [...alone.values()])
  return notifications.map((one) =>
    one.together
      ? together.get(groupKey(one.accountId, one.together.key))!
      : presentNotification(alone.get(one)!),
  )
}

const newRow = ({ newId, clock }: Deps, notification: ForSomebody) =>
  rowOf(notification, newId(), clock.now())

/** @returns the stored ones by person and key */
async function storeTogether(deps: Deps, tx: Db, notifications: readonly ForSomebody[]) {
  const wanted = gather(notifications, (one) => newRow(deps, one))
  const told = new Map<string, Notification>()
  if (wanted.size === 0) return told
  const news = [...wanted.values()].map(({ row }) => ({ ...row, items: row.items!.slice(0, listedMax) }))
  await queries.closeGroups(tx, news, after(deps.clock.now(), -minutesMs(togetherMinutes)))
  const grown: { id: string; content: string }[] = []
  for (const row of await queries.upsertGroups(tx, news)) {
    const key = groupKey(row.accountId, row.together!)
    const content = wordsOf(wanted.get(key)!.together, row)
    if (content) grown.push({ id: row.id, content })
    told.set(key, presentNotification({ ...row, content: content ?? row.content }))
  }
  if (grown.length > 0) await queries.setContents(tx, grown)
  return told
}

async function list({ db, cursors }: Deps, accountId: string, input: PageInput) {
  const { items, nextCursor } = await cursors.page(
    queries.notificationsOf(db.query, accountId),
    {
      list: 'notifications',
      columns: ['notification.createdAt', 'notification.id'],
      order: 'desc',
      markOf: (row) => [row.createdAt, row.id],
      // What happens again is told by the same one.
      dated: formerListTimes('notification.createdAt', 'notification.id'),
    },
    input,
  )
  const isRead = !(await queries.hasUnread(db.query, accountId))
  return { notifications: items.map(presentNotification), isRead, nextCursor }
}
