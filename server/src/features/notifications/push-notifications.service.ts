import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import { type Clock, secondsMs } from '../../platform/clock.ts'
import { anyOf } from '../../platform/db/any-of.ts'
import type { Database, Db } from '../../platform/db/database.ts'
import { invalidField } from '../../platform/errors.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { PushNotification, PushSender } from '../../platform/push/push.ts'

type Deps = { db: Database; clock: Clock; realClock: Clock; jobs: Jobs; sender: PushSender }
type Member = Actor<'mentee' | 'mentor'>
export type PushKind = 'messages' | 'reminders'
export type NewPushNotification = {
  accountId: string
  kind: PushKind
  notice: PushNotification
  /** Not shown any more after this. */
  usefulUntil: Date
}
export type Subscription = { endpoint: string; keys: { p256dh: string; auth: string } }

const columnOf = { messages: 'pushMessages', reminders: 'pushReminders' } as const
const subscriptionsMax = 10
const hashOf = (endpoint: string) => createHash('sha256').update(endpoint).digest('base64url')

/** Notices on people's devices, to whoever wants them there; nothing depends on their arrival. */
export function createPushNotifications({ db, clock, realClock, jobs, sender }: Deps) {
  /** The browsers of somebody who wants this kind; those whose session has ended are none. */
  const targetsOf = (tx: Db, accountIds: readonly string[], kind: PushKind) =>
    tx
      .selectFrom('pushSubscription as push')
      .innerJoin('loginSession as session', 'session.id', 'push.sessionId')
      .innerJoin('preference', 'preference.accountId', 'push.accountId')
      .select(['push.accountId', 'push.endpoint', 'push.role', 'push.p256dh', 'push.auth'])
      .where('push.accountId', '=', anyOf(accountIds))
      .where('session.expiresAt', '>', realClock.now())
      .where(`preference.${columnOf[kind]}`, '=', true)

  const addJob = (
    tx: Db,
    { accountId, kind, notice, usefulUntil }: NewPushNotification,
    { endpoint, role }: { endpoint: string; role: string },
    delaySeconds: number,
  ) =>
    jobs.add(
      tx,
      'push:send',
      { accountId, kind, endpoint, notice, usefulUntil: usefulUntil.toISOString() },
      {
        key: `push:${notice.tag}:${role}:${hashOf(endpoint)}`,
        delayMs: secondsMs(delaySeconds),
      },
    )

  return {
    /** The present browser takes notices for the caller from now on. @throws AppError invalid_request */
    async subscribe(actor: Member, { endpoint, keys }: Subscription) {
      if (!sender.accepts(endpoint))
        throw invalidField('endpoint', 'This is not a push service that we know.')
      const row = { accountId: actor.id, sessionId: actor.sessionId, ...keys, createdAt: clock.now() }
      await db.transact(async (tx) => {
        await tx
          .insertInto('pushSubscription')
          .values({ endpoint, role: actor.role, ...row })
          .onConflict((conflict) => conflict.columns(['endpoint', 'role']).doUpdateSet(row))
          .execute()
        // Browsers that were left without a word: of each person the newest few are kept.
        await sql`delete from push_subscription where (endpoint, role) in (
          select endpoint, role from push_subscription where account_id = ${actor.id}
          order by created_at desc offset ${subscriptionsMax})`.execute(tx)
      })
    },

    async unsubscribe(actor: Member, endpoint: string) {
      await db.query
        .deleteFrom('pushSubscription')
        .where('endpoint', '=', endpoint)
        .where('accountId', '=', actor.id)
        .execute()
    },

    /**
     * To be called in the transaction that gives the reason. Writes a job for each browser, none for
     * most people: they have none. Several at once of one tag become one.
     */
    async add(tx: Db, notices: readonly NewPushNotification[], delaySeconds = 0) {
      for (const kind of ['messages', 'reminders'] as const) {
        const wanted = notices.filter((one) => one.kind === kind)
        if (wanted.length === 0) continue
        const accountIds = [...new Set(wanted.map(({ accountId }) => accountId))]
        for (const target of await targetsOf(tx, accountIds, kind).execute())
          for (const one of wanted)
            if (one.accountId === target.accountId) await addJob(tx, one, target, delaySeconds)
      }
    },

    /** Run twice it shows one notice: the second takes the first one's place by its tag. */
    async send(payload: PushJob) {
      if (new Date(payload.usefulUntil) < clock.now()) return
      const target = await targetsOf(db.query, [payload.accountId], payload.kind)
        .where('push.endpoint', '=', payload.endpoint)
        .executeTakeFirst()
      if (!target || (await isRead(db.query, payload))) return
      const ttlMs = new Date(payload.usefulUntil).getTime() - clock.now().getTime()
      const outcome = await sender.send(target, payload.notice, Math.ceil(ttlMs / 1000))
      if (outcome === 'sent') return
      await db.query.deleteFrom('pushSubscription').where('endpoint', '=', payload.endpoint).execute()
    },
  }
}
export type PushNotifications = ReturnType<typeof createPushNotifications>
export type PushJob = Omit<NewPushNotification, 'usefulUntil'> & { endpoint: string; usefulUntil: string }

/** Who is looking at the conversation needs no notice of it. */
async function isRead(db: Db, { kind, notice, accountId }: PushJob) {
  if (kind !== 'messages') return false
  const conversation = await db
    .selectFrom('conversation')
    .select(['menteeId', 'lastSeq', 'menteeReadSeq', 'mentorReadSeq'])
    .where('id', '=', notice.tag)
    .executeTakeFirst()
  if (!conversation) return true
  const { menteeId, lastSeq, menteeReadSeq, mentorReadSeq } = conversation
  return (accountId === menteeId ? menteeReadSeq : mentorReadSeq) >= lastSeq
}
