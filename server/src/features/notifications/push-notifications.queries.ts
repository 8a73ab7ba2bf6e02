import { limits } from '@marga/contract/limits'
import { type Insertable, sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { PushSubscription } from '../../platform/db/types.generated.ts'
import type { NewPushNotification } from './push-grouping.rules.ts'

type PushKind = NewPushNotification['kind']

const columnOf = { messages: 'pushMessages', reminders: 'pushReminders' } as const

/**
 * A job for each browser of those who want this kind, none for most people: they have none. A notice takes the place of
 * the one of its tag that still waits. `notices` must not hold two of one person and tag.
 */
export const queuePushNotifications = (
  db: Db,
  kind: PushKind,
  notices: readonly NewPushNotification[],
  now: Date,
  delaySeconds: number,
) =>
  sql`select queue_push_notifications(${kind}, ${JSON.stringify(notices)}::json, ${now}, ${delaySeconds})`.execute(
    db,
  )

/** The browser of somebody who wants this kind; one whose session has ended is none. */
export const findTarget = (
  db: Db,
  { accountId, kind, endpoint }: { accountId: string; kind: PushKind; endpoint: string },
  now: Date,
) =>
  db
    .selectFrom('pushSubscription as push')
    .innerJoin('loginSession as session', 'session.id', 'push.sessionId')
    .innerJoin('preference', 'preference.accountId', 'push.accountId')
    .select(['push.accountId', 'push.endpoint', 'push.role', 'push.p256dh', 'push.auth'])
    .where('push.accountId', '=', accountId)
    .where('push.endpoint', '=', endpoint)
    .where('session.expiresAt', '>', now)
    .where(`preference.${columnOf[kind]}`, '=', true)
    .executeTakeFirst()

type Browser = Pick<Insertable<PushSubscription>, 'endpoint' | 'role'>

export const putSubscription = (
  db: Db,
  browser: Browser,
  row: Omit<Insertable<PushSubscription>, keyof Browser>,
) =>
  db
    .insertInto('pushSubscription')
    .values({ ...browser, ...row })
    .onConflict((conflict) => conflict.columns(['endpoint', 'role']).doUpdateSet(row))
    .execute()

/**
 * Of each person those are kept which asked last, as a browser does anew whenever the site is opened there: whatever
 * was left without a word goes, and one that is used again has its place again.
 */
export const deleteOldestSubscriptions = (db: Db, accountId: string) =>
  sql`delete from push_subscription where (endpoint, role) in (
    select endpoint, role from push_subscription where account_id = ${accountId}
    order by created_at desc offset ${limits.pushBrowsersMax})`.execute(db)

export const deleteSubscriptionOf = (db: Db, accountId: string, endpoint: string) =>
  db
    .deleteFrom('pushSubscription')
    .where('endpoint', '=', endpoint)
    .where('accountId', '=', accountId)
    .execute()

export const deleteSubscription = (db: Db, endpoint: string) =>
  db.deleteFrom('pushSubscription').where('endpoint', '=', endpoint).execute()

/** How far the two have read their conversation, and whether an answer is awaited. */
export const findReadMarks = (db: Db, conversationId: string) =>
  db
    .selectFrom('conversation')
    .select(['menteeId', 'lastSeq', 'menteeReadSeq', 'mentorReadSeq', 'waitingSince'])
    .where('id', '=', conversationId)
    .executeTakeFirst()
