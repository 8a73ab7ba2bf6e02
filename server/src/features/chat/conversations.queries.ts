import type { MemberRole } from '@marga/contract/roles'
import { type SqlBool, sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { Walk } from '../../platform/db/paging.ts'
import { preparedOne } from '../../platform/db/prepared-statements.ts'
import { conversations, ownerOf, type Pair } from './chat.queries.ts'

type Viewer = { id: string; role: MemberRole }

/** The viewer's own alone. */
export const findConversationOf = (db: Db, viewer: Viewer, conversationId: string, now: Date) =>
  preparedOne(
    db,
    conversations(db, viewer.role, now)
      .where('conversation.id', '=', conversationId)
      .where(ownerOf(viewer.role), '=', viewer.id),
  )

export const findConversationOfPair = (db: Db, viewer: MemberRole, pair: Pair, now: Date) =>
  preparedOne(
    db,
    conversations(db, viewer, now)
      .where('conversation.menteeId', '=', pair.menteeId)
      .where('conversation.mentorId', '=', pair.mentorId),
  )

/** The viewer's own, those alone in whose other person's name `otherName` stands, if it is given. */
export function conversationsOf(
  db: Db,
  viewer: Viewer,
  { otherName, turn }: { otherName?: string | undefined; turn?: MemberRole | undefined },
  now: Date,
) {
  const other = viewer.role === 'mentee' ? 'mentor' : 'mentee'
  return conversations(db, viewer.role, now)
    .$if(turn !== undefined, (some) =>
      some.where('conversation.waitingSince', turn === 'mentor' ? 'is not' : 'is', null),
    )
    .where(ownerOf(viewer.role), '=', viewer.id)
    .$if(Boolean(otherName), (some) =>
      some.where(({ eb, fn, val }) =>
        eb(
          fn<string>('strpos', [
            fn('lower', [fn('concat_ws', [val(' '), `${other}.firstName`, `${other}.lastName`])]),
            fn('lower', [val(otherName ?? '')]),
          ]),
          '>',
          sqlZero,
        ),
      ),
    )
}
const sqlZero = '0'

/**
 * A walk begins with the time of its first row. By then a conversation stood by its last message of that time; before the
 * first by its own beginning, which its id holds (RFC 9562, version 7: milliseconds in the first 48 bits).
 */
export const lastMessageTimes: Walk = {
  began: sql<string>`conversation.updated_at::text`,
  isMoved: (began) => sql<SqlBool>`conversation.updated_at > ${began}::timestamptz`,
  timeThen: (began) => sql<Date>`coalesce(
    (select earlier.created_at from message as earlier
      where earlier.conversation_id = conversation.id and earlier.created_at <= ${began}::timestamptz
      order by earlier.seq desc limit 1),
    to_timestamp(('x' || translate(left(conversation.id::text, 13), '-', ''))::bit(48)::bigint / 1000.0)::timestamptz(3)
  )`,
}

/** Where nobody knows until when the clock stands still: after all others. */
export const dueSometime = new Date('9999-12-31T00:00:00.000Z')

/** The viewer's own in which the mentor's answer is awaited, with a moment to sort them by. */
export const waitingConversationsOf = (db: Db, viewer: Viewer, otherName: string | undefined, now: Date) =>
  conversationsOf(db, viewer, { otherName, turn: 'mentor' }, now).innerJoin(
    sql<{ dueAt: Date }>`lateral (
      select coalesce(conversation.answer_due_at, ${dueSometime}::timestamptz(3)) as due_at)`.as('turn'),
    (join) => join.onTrue(),
  )

/**
 * Moves the reading mark: forward, or back where something is marked unread.
 * @returns the conversation's last seq then, once a message that was being stored is; undefined where the mark stood there
 */
export const setReadSeq = (db: Db, id: string, viewer: MemberRole, seq: number, way: 'forward' | 'back') => {
  const column = viewer === 'mentee' ? 'menteeReadSeq' : 'mentorReadSeq'
  return preparedOne(
    db,
    db
      .updateTable('conversation')
      .set({ [column]: sql`least(${seq}::int, last_seq)` })
      .where('id', '=', id)
      .where(column, way === 'forward' ? '<' : '>', seq)
      .returning('lastSeq'),
  )
}
