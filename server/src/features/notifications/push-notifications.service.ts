import type { Member } from '../../platform/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Db } from '../../platform/db/database.ts'
import { invalidField } from '../../platform/errors.ts'
import type { PushSender } from '../../platform/push/push.ts'
import { aboutOf, lastPushNotifications, type NewPushNotification } from './push-grouping.rules.ts'
import * as queries from './push-notifications.queries.ts'

export type { NewPushNotification } from './push-grouping.rules.ts'

type Deps = { db: Database; clock: Clock; realClock: Clock; sender: PushSender }
export type Subscription = { endpoint: string; keys: { p256dh: string; auth: string } }

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

/** To be called in the transaction that gives the reason: one statement for each kind. */
async function add(
  { realClock }: Deps,
  tx: Db,
  notices: readonly NewPushNotification[],
  delaySeconds: number,
) {
  for (const kind of ['messages', 'reminders'] as const) {
    const wanted = lastPushNotifications(notices.filter((one) => one.kind === kind))
    if (wanted.length > 0)
      await queries.queuePushNotifications(tx, kind, wanted, realClock.now(), delaySeconds)
  }
}

/** Run twice it shows one notice: the second takes the first one's place by its tag. */
async function send({ db, clock, realClock, sender }: Deps, payload: PushJob) {
  if (new Date(payload.usefulUntil) < clock.now()) return
  const target = await queries.findTarget(db.query, payload, realClock.now())
  if (!target || (await isSettled(db.query, payload))) return
  const ttlMs = new Date(payload.usefulUntil).getTime() - clock.now().getTime()
  const outcome = await sender.send(target, payload.notice, Math.ceil(ttlMs / 1000))
  if (outcome === 'sent') return
  await queries.deleteSubscription(db.query, payload.endpoint)
}

/** Who is looking at the conversation needs no notice of its messages, and who has answered no reminder. */
async function isSettled(db: Db, { kind, notice, accountId }: PushJob) {
  if (kind !== 'messages') return false
  const { conversationId, isReminder } = aboutOf(notice)
  const conversation = await queries.findReadMarks(db, conversationId)
  if (!conversation) return true
  if (isReminder) return conversation.waitingSince === null
  const { menteeId, lastSeq, menteeReadSeq, mentorReadSeq } = conversation
  return (accountId === menteeId ? menteeReadSeq : mentorReadSeq) >= lastSeq
}
