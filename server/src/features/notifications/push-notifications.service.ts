import { createHash } from 'node:crypto'
import type { Member } from '../../platform/actor.ts'
import { type Clock, secondsMs } from '../../platform/clock.ts'
import type { Database, Db } from '../../platform/db/database.ts'
import { invalidField } from '../../platform/errors.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { PushNotification, PushSender } from '../../platform/push/push.ts'
import * as queries from './push-notifications.queries.ts'

type Deps = { db: Database; clock: Clock; realClock: Clock; jobs: Jobs; sender: PushSender }
export type NewPushNotification = {
  accountId: string
  kind: queries.PushKind
  notice: PushNotification
  /** Not shown any more after this. */
  usefulUntil: Date
}
export type Subscription = { endpoint: string; keys: { p256dh: string; auth: string } }

const hashOf = (endpoint: string) => createHash('sha256').update(endpoint).digest('base64url')

/** Notices on people's devices, to whoever wants them there; nothing depends on their arrival. */
export function createPushNotifications(deps: Deps) {
  return {
    subscribe: (actor: Member, subscription: Subscription) => subscribe(deps, actor, subscription),

    async unsubscribe(actor: Member, endpoint: string) {
      await queries.deleteSubscriptionOf(deps.db.query, actor.id, endpoint)
    },

    add: (tx: Db, notices: readonly NewPushNotification[], delaySeconds = 0) =>
      add(deps, tx, notices, delaySeconds),
    send: (payload: PushJob) => send(deps, payload),
  }
}
export type PushNotifications = ReturnType<typeof createPushNotifications>
export type PushJob = Omit<NewPushNotification, 'usefulUntil'> & { endpoint: string; usefulUntil: string }

/** The present browser takes notices for the caller from now on. @throws AppError invalid_request */
async function subscribe({ db, clock, sender }: Deps, actor: Member, { endpoint, keys }: Subscription) {
  if (!sender.accepts(endpoint)) throw invalidField('endpoint', 'This is not a push service that we know.')
  const row = { accountId: actor.id, sessionId: actor.sessionId, ...keys, createdAt: clock.now() }
  await db.transact(async (tx) => {
    await queries.putSubscription(tx, { endpoint, role: actor.role }, row)
    await queries.deleteOldestSubscriptions(tx, actor.id)
  })
}

/**
 * To be called in the transaction that gives the reason. Writes a job for each browser, none for
 * most people: they have none. Several at once of one tag become one.
 */
async function add(deps: Deps, tx: Db, notices: readonly NewPushNotification[], delaySeconds: number) {
  const { realClock } = deps
  for (const kind of ['messages', 'reminders'] as const) {
    const wanted = notices.filter((one) => one.kind === kind)
    if (wanted.length === 0) continue
    const accountIds = [...new Set(wanted.map(({ accountId }) => accountId))]
    for (const target of await queries.findTargets(tx, accountIds, kind, realClock.now()))
      for (const one of wanted)
        if (one.accountId === target.accountId) await addJob(deps, tx, one, target, delaySeconds)
  }
}

const addJob = (
  { jobs }: Deps,
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

/** Run twice it shows one notice: the second takes the first one's place by its tag. */
async function send({ db, clock, realClock, sender }: Deps, payload: PushJob) {
  if (new Date(payload.usefulUntil) < clock.now()) return
  const target = await queries.findTarget(db.query, payload, realClock.now())
  if (!target || (await isRead(db.query, payload))) return
  const ttlMs = new Date(payload.usefulUntil).getTime() - clock.now().getTime()
  const outcome = await sender.send(target, payload.notice, Math.ceil(ttlMs / 1000))
  if (outcome === 'sent') return
  await queries.deleteSubscription(db.query, payload.endpoint)
}

/** Who is looking at the conversation needs no notice of it. */
async function isRead(db: Db, { kind, notice, accountId }: PushJob) {
  if (kind !== 'messages') return false
  const conversation = await queries.findReadMarks(db, notice.tag)
  if (!conversation) return true
  const { menteeId, lastSeq, menteeReadSeq, mentorReadSeq } = conversation
  return (accountId === menteeId ? menteeReadSeq : mentorReadSeq) >= lastSeq
}
