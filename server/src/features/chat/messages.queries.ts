import type { MemberRole } from '@marga/contract/roles'
import type { Db } from '../../platform/db/database.ts'
import { prepared } from '../../platform/db/prepared-statements.ts'
import { messages } from './chat.queries.ts'

/** One more than the limit, which says whether there are more: the oldest first after a number, else the newest first. */
export const findMessages = (
  db: Db,
  conversationId: string,
  { after, before, limit }: { after?: number | undefined; before?: number | undefined; limit: number },
) =>
  prepared(
    db,
    messages(db)
      .where('message.conversationId', '=', conversationId)
      .$if(after !== undefined, (query) => query.where('message.seq', '>', after!))
      .$if(before !== undefined, (query) => query.where('message.seq', '<', before!))
      .orderBy('message.seq', after === undefined ? 'desc' : 'asc')
      .limit(limit + 1),
  )

export const lastSeqOfOther = async (db: Db, conversationId: string, viewer: MemberRole) =>
  (
    await db
      .selectFrom('message')
      .select('seq')
      .where('conversationId', '=', conversationId)
      .where('senderType', '!=', viewer)
      .orderBy('seq', 'desc')
      .limit(1)
      .executeTakeFirst()
  )?.seq
