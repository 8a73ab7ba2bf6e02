import type { CommunityMessage } from '@marga/contract/community'
import { sql } from 'kysely'
import type { Clock, NewId } from '../../platform/clock.ts'
import type { Database, Db } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { Realtime } from '../../platform/realtime.ts'
import { presentPerson } from '../accounts/accounts.presenter.ts'
import type { BlockedPeople } from '../accounts/blocked-people.service.ts'
import type { Enrollments } from '../enrollments/enrollments.service.ts'
import { findUnreadRooms } from './community.queries.ts'
import type { ChatActor } from './conversations.service.ts'
import type { NewMessage } from './message-store.service.ts'
import type { MessageRange } from './messages.service.ts'

type Deps = {
  db: Database
  clock: Clock
  newId: NewId
  realtime: Realtime
  enrollments: Enrollments
  blockedPeople: BlockedPeople
}

const rows = (db: Db) =>
  db
    .selectFrom('communityMessage')
    .innerJoin('account', 'account.id', 'communityMessage.senderId')
    .selectAll('communityMessage')
    .select(['account.firstName', 'account.lastName', 'account.profileImageUrl'])
type Row = Awaited<ReturnType<ReturnType<typeof rows>['executeTakeFirstOrThrow']>>

const present = (row: Row): CommunityMessage => ({
  _id: row.id,
  mentorId: row.mentorId,
  sender: { senderId: presentPerson({ ...row, id: row.senderId }), senderType: row.senderType },
  message: row.isDeleted ? '' : row.body,
  createdAt: row.createdAt.toISOString(),
  clientMessageId: row.clientMessageId,
  seq: row.seq,
  isDeleted: row.isDeleted,
})

/** The room of a mentor and all who are subscribed now; whoever is not any more reads nothing new, nor old. */
export function createCommunity({ db, clock, newId, realtime, enrollments, blockedPeople }: Deps) {
  /** @throws AppError not_found (no such listed mentor), not_enrolled */
  async function enter(tx: Db, actor: ChatActor, mentorId: string) {
    if (actor.role === 'mentor') {
      if (actor.id !== mentorId) throw new AppError('not_found')
    } else {
      const mentor = await tx
        .selectFrom('mentorSearch')
        .select('mentorId')
        .where('mentorId', '=', mentorId)
        .executeTakeFirst()
      const pair = { menteeId: actor.id, mentorId }
      if (!mentor || (await blockedPeople.isBlocked(tx, pair))) throw new AppError('not_found')
      if (!(await enrollments.isLive(tx, pair))) throw new AppError('not_enrolled')
    }
    await tx
      .insertInto('communityRoom')
      .values({ mentorId })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }

  const membersOf = async (tx: Db, mentorId: string) => [
    mentorId,
    ...(await enrollments.menteeIdsOf(tx, mentorId)),
  ]

  async function announce(tx: Db, message: CommunityMessage) {
    const members = await membersOf(tx, message.mentorId)
    db.afterCommit(() => realtime.emit(members, 'community', message))
  }

  return {
    async list(actor: ChatActor, mentorId: string, range: MessageRange) {
      await enter(db.query, actor, mentorId)
      const isForward = range.after !== undefined
      const found = await rows(db.query)
        .where('communityMessage.mentorId', '=', mentorId)
        .$if(isForward, (query) => query.where('communityMessage.seq', '>', range.after!))
        .$if(range.before !== undefined, (query) => query.where('communityMessage.seq', '<', range.before!))
        .orderBy('communityMessage.seq', isForward ? 'asc' : 'desc')
        .limit(range.limit + 1)
        .execute()
      const shown = found.slice(0, range.limit).map(present)
      return {
        messages: isForward ? shown : shown.reverse(),
        members: (await membersOf(db.query, mentorId)).length,
        hasMore: found.length > range.limit,
      }
    },

    async send(actor: ChatActor, mentorId: string, input: NewMessage) {
      return db.transact(async (tx) => {
        await enter(tx, actor, mentorId)
        // The room's row makes senders take turns: numbers without gaps, repeats found.
        await tx
          .selectFrom('communityRoom')
          .select('mentorId')
          .where('mentorId', '=', mentorId)
          .forUpdate()
          .execute()
        const earlier = input.clientMessageId
          ? await rows(tx)
              .where('communityMessage.senderId', '=', actor.id)
              .where('communityMessage.clientMessageId', '=', input.clientMessageId)
              .executeTakeFirst()
          : undefined
        if (earlier && earlier.mentorId !== mentorId) throw new AppError('idempotency_conflict')
        const row = earlier ?? (await insert(tx, actor, mentorId, input))
        await announce(tx, present(row))
        return { message: present(row), isRepeat: earlier !== undefined }
      })
    },

    /** Rooms of the caller that hold something unread. */
    unread: (actor: ChatActor) => findUnreadRooms(db.query, actor, clock.now()),

    async markRead(actor: ChatActor, mentorId: string, seq: number): Promise<number> {
      await enter(db.query, actor, mentorId)
      const { lastSeq } = await db.query
        .selectFrom('communityRoom')
        .select('lastSeq')
        .where('mentorId', '=', mentorId)
        .executeTakeFirstOrThrow()
      const read = await db.query
        .insertInto('communityRead')
        .values({ mentorId, accountId: actor.id, seq: Math.min(seq, lastSeq) })
        .onConflict((conflict) =>
          conflict
            .columns(['mentorId', 'accountId'])
            .doUpdateSet({ seq: sql`greatest(community_read.seq, excluded.seq)` }),
        )
        .returning('seq')
        .executeTakeFirstOrThrow()
      return Math.max(0, lastSeq - read.seq)
    },

    /** Its author or the room's mentor takes a message back; its place stays. @throws AppError not_found */
    async remove(actor: ChatActor, mentorId: string, messageId: string) {
      return db.transact(async (tx) => {
        await enter(tx, actor, mentorId)
        const gone = await tx
          .updateTable('communityMessage')
          .set({ isDeleted: true, body: '' })
          .where('id', '=', messageId)
          .where('mentorId', '=', mentorId)
          .$if(actor.role === 'mentee', (query) => query.where('senderId', '=', actor.id))
          .returning('id')
          .executeTakeFirst()
        if (!gone) throw new AppError('not_found')
        const message = present(
          await rows(tx).where('communityMessage.id', '=', messageId).executeTakeFirstOrThrow(),
        )
        await announce(tx, message)
        return message
      })
    },
  }

  async function insert(tx: Db, actor: ChatActor, mentorId: string, input: NewMessage) {
    const { lastSeq } = await tx
      .updateTable('communityRoom')
      .set({ lastSeq: sql`last_seq + 1` })
      .where('mentorId', '=', mentorId)
      .returning('lastSeq')
      .executeTakeFirstOrThrow()
    const id = newId()
    await tx
      .insertInto('communityMessage')
      .values({
        id,
        mentorId,
        seq: lastSeq,
        senderId: actor.id,
        senderType: actor.role,
        body: input.message,
        clientMessageId: input.clientMessageId ?? null,
        createdAt: clock.now(),
      })
      .execute()
    return rows(tx).where('communityMessage.id', '=', id).executeTakeFirstOrThrow()
  }
}
export type Community = ReturnType<typeof createCommunity>
