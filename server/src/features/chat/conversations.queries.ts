import type { MemberRole } from '@marga/contract/roles'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { conversations, ownerOf, type Pair } from './chat.queries.ts'

type Viewer = { id: string; role: MemberRole }

/** The viewer's own alone. */
export const findConversationOf = (db: Db, viewer: Viewer, conversationId: string) =>
  conversations(db, viewer.role)
    .where('conversation.id', '=', conversationId)
    .where(ownerOf(viewer.role), '=', viewer.id)
    .executeTakeFirst()

export const findConversationOfPair = (db: Db, viewer: MemberRole, pair: Pair) =>
  conversations(db, viewer)
    .where('conversation.menteeId', '=', pair.menteeId)
    .where('conversation.mentorId', '=', pair.mentorId)
    .executeTakeFirst()

/** The viewer's own, those alone in whose other person's name `otherName` stands, if it is given. */
export function conversationsOf(db: Db, viewer: Viewer, otherName: string | undefined) {
  const other = viewer.role === 'mentee' ? 'mentor' : 'mentee'
  return conversations(db, viewer.role)
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

/** Moves the reading mark; forward only, unless something is marked unread. */
export const setReadSeq = (db: Db, id: string, viewer: MemberRole, seq: number, mayGoBack: boolean) => {
  const column = viewer === 'mentee' ? 'menteeReadSeq' : 'mentorReadSeq'
  return db
    .updateTable('conversation')
    .set({ [column]: sql`least(${seq}::int, last_seq)` })
    .where('id', '=', id)
    .$if(!mayGoBack, (query) => query.where(column, '<', seq))
    .execute()
}
