import type { MemberRole } from '@marga/contract/roles'
import { unauthenticated } from '../../platform/access-tokens.ts'
import type { Member } from '../../platform/actor.ts'
import { createBatcher } from '../../platform/batcher.ts'
import type { Clock, NewId } from '../../platform/clock.ts'
import { isConstraintError, isTransient } from '../../platform/db/conflicts.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { LoginSessions } from '../accounts/login-sessions.service.ts'
import type { ResponseClocks } from '../response-times/response-clocks.service.ts'
import { isUndisturbed } from '../response-times/waiting.rules.ts'
import type { ConversationOfBoth } from './chat.queries.ts'
import { introsEndAfter, rightsOf } from './chat-rights.rules.ts'
import {
  type Accepted,
  accept,
  clientKey,
  type NewMessage,
  type OpenConversation,
  type Sending,
  type SendingBatch,
  type Sent,
} from './message-acceptance.rules.ts'
import {
  type AnnouncementDeps,
  announceAll,
  prepareNotifications,
  pushAfterSeconds,
} from './message-announcements.service.ts'
import * as queries from './message-groups.queries.ts'

type Deps = AnnouncementDeps & {
  newId: NewId
  /** By which sessions end. */
  realClock: Clock
  responseClocks: ResponseClocks
  loginSessions: LoginSessions
}

/** What is to be written of a group, and how each of its messages is answered. */
type Decided = { batch: SendingBatch; sendings: readonly Sending[]; results: (Accepted | AppError)[] }

/**
 * Writes messages down, many by the statements of one, and tells both people on every device. Each is stored, or
 * refused alone by unauthenticated, not_found, not_enrolled or idempotency_conflict; the results are in their order.
 */
export function createMessageStore(deps: Deps) {
  const { db } = deps
  // A group is nobody's request: whose session has ended is found here.
  const together = createBatcher<Sending, Sent>({
    run: async (sendings) =>
      (await storeAsRead(deps, sendings)) ?? db.transact((tx) => storeOfTheLive(deps, tx, sendings)),
    sizeMax: 100,
  })
  return {
    /**
     * Stores, then tells both people on every device. A repeated clientMessageId is announced again, because the
     * first announcement may have been what was lost.
     * @throws AppError not_found, not_enrolled, idempotency_conflict
     */
    async send(actor: Member, conversationId: string, input: NewMessage): Promise<Sent> {
      const sending = { actor, conversationId, input }
      // What is in a transaction already, which holds its session, is stored by that one, and with nobody else's.
      if (!db.isInTransaction()) return together.add(sending)
      const [sent] = await db.transact((tx) => storeLocked(deps, tx, [sending]))
      if (sent instanceof AppError) throw sent
      return sent!
    },
  }
}
export type MessageStore = ReturnType<typeof createMessageStore>

/**
 * Read without a lock, and written by one statement that locks, and finds whether all is still as it was: nearly always
 * it is. @returns undefined, with nothing written, where it is not, or where somebody is to be refused
 */
async function storeAsRead(
  deps: Deps,
  sendings: readonly Sending[],
): Promise<(Sent | AppError)[] | undefined> {
  const { db } = deps
  try {
    const decided = await decide(deps, db.query, sendings)
    if (decided.results.some((result) => result instanceof AppError)) return undefined
    // What an answer ends is a second statement.
    if (answeredIn(decided).length > 0) return await db.transact((tx) => write(deps, tx, decided))
    return await write(deps, db.query, decided)
  } catch (error) {
    if (isTransient(error) || isConstraintError(error)) return undefined
    throw error
  }
}

async function storeOfTheLive(
  deps: Deps,
  tx: Tx,
  sendings: readonly Sending[],
): Promise<(Sent | AppError)[]> {
  const held = await deps.loginSessions.lockAll(
    tx,
    sendings.map(({ actor }) => actor),
  )
  const isLive = ({ actor }: Sending) => held.has(actor.sessionId)
  const stored = await storeLocked(deps, tx, sendings.filter(isLive))
  return sendings.map((sending) => (isLive(sending) ? stored.shift()! : unauthenticated()))
}

/** What concerns the group is read under the locks of its conversations. */
async function storeLocked(deps: Deps, tx: Tx, sendings: readonly Sending[]): Promise<(Sent | AppError)[]> {
  if (sendings.length === 0) return []
  await queries.lockConversations(tx, conversationsOf(sendings))
  const written = await write(deps, tx, await decide(deps, tx, sendings))
  if (!written) throw new Error('a locked conversation or a held session has changed')
  return written
}

const conversationsOf = (sendings: readonly Sending[]) => [
  ...new Set(sendings.map(({ conversationId }) => conversationId)),
]

async function decide(deps: Deps, db: Db, sendings: readonly Sending[]): Promise<Decided> {
  const batch = await openBatch(deps, db, sendings)
  return { batch, sendings, results: sendings.map((sending) => accept(batch, sending, deps.newId)) }
}

async function openBatch(
  { clock, responseClocks }: Deps,
  db: Db,
  sendings: readonly Sending[],
): Promise<SendingBatch> {
  const now = clock.now()
  const { conversations, earlier } = await queries.readGroup(
    db,
    conversationsOf(sendings),
    sendings.flatMap(({ actor, input: { clientMessageId } }) =>
      clientMessageId === undefined ? [] : [{ senderId: actor.id, clientMessageId }],
    ),
    { now, introsEndAfter: introsEndAfter(now) },
  )
  const facts = await responseClocks.factsOf(db, changingClocks(conversations, sendings, now))
  const open = (row: ConversationOfBoth): OpenConversation => ({
    row,
    rights: rightsOf(row, now),
    clockFacts: facts.get(row.id),
    isClockTurned: false,
    answered: [],
  })
  return {
    conversations: new Map(conversations.map((row) => [row.id, open(row)])),
    known: new Map(earlier.map((row) => [clientKey(row.senderId, row.clientMessageId!), row])),
    now,
  }
}

/**
 * Conversations whose clock a message may start, or end after it stood still: those in which a mentee writes where
 * none runs, and those in which the mentor writes where something moved its deadlines.
 */
function changingClocks(rows: readonly ConversationOfBoth[], sendings: readonly Sending[], now: Date) {
  const writtenBy = (role: MemberRole) =>
    new Set(sendings.filter(({ actor }) => actor.role === role).map(({ conversationId }) => conversationId))
  const [byMentee, byMentor] = [writtenBy('mentee'), writtenBy('mentor')]
  const mayChange = (row: ConversationOfBoth) =>
    byMentee.has(row.id)
      ? row.waitingSince === null || byMentor.has(row.id)
      : row.waitingSince !== null && !isUndisturbed(row, now)
  return rows.filter(mayChange).map(({ id }) => id)
}

/** Of whom the number of unread conversations may be another one now. */
const withNewCount = ({ to, row, hasReadUnread }: Accepted) =>
  hasReadUnread ? [to.id, row.senderId] : [to.id]

const answeredIn = ({ batch }: Decided) =>
  [...batch.conversations.values()].flatMap(({ answered }) => answered)

/** @returns undefined, with nothing written, where something has changed since it was read */
async function write(deps: Deps, db: Db, decided: Decided): Promise<(Sent | AppError)[] | undefined> {
  const { results, sendings, batch } = decided
  const accepted = results.filter((result): result is Accepted => !(result instanceof AppError))
  if (accepted.length > 0) {
    const added = accepted.filter(({ isRepeat }) => !isRepeat)
    const told = prepareNotifications(deps, added, batch.now)
    const open = [...batch.conversations.values()]
    const unread = await queries.storeGroup(db, {
      writtenAt: batch.now,
      sessions: [...new Set(sendings.map(({ actor }) => actor.sessionId))],
      conversations: new Map(open.map(({ row }) => [row.id, row])),
      messages: added.map(({ row }) => row),
      carriedOn: [...new Set(added.map((one) => one.in))],
      clocks: open.filter(({ isClockTurned }) => isClockTurned).map(({ row }) => row),
      notifications: [...told.notificationOf.values()],
      notices: told.notices,
      pushAfterSeconds,
      seenAt: deps.realClock.now(),
      countedFor: [...new Set(accepted.flatMap(withNewCount))],
    })
    if (!unread) return undefined
    await deps.responseClocks.record(db, answeredIn(decided))
    announceAll(deps, accepted, told, unread)
  }
  return results.map((result) =>
    result instanceof AppError ? result : { message: result.sent, isRepeat: result.isRepeat },
  )
}
