import { messagesAround, removedMessageText } from '@marga/contract/case-states'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

export { findClosures } from '../live/closure-fragments.queries.ts'
export { findStaysOfTheTwo } from '../live/stay-fragments.queries.ts'

/** What a ticket claims, or an appeal. */
export const findStatement = (
  db: Db,
  { ticketId, appealId }: { ticketId: string | null; appealId: string | null },
) =>
  ticketId
    ? db
        .selectFrom('ticket')
        .select(['content as text', 'createdAt as at'])
        .where('id', '=', ticketId)
        .executeTakeFirst()
    : db
        .selectFrom('appeal')
        .select(['text', 'filedAt as at'])
        .where('id', '=', appealId)
        .where('filedAt', 'is not', null)
        .$narrowType<{ at: Date }>()
        .executeTakeFirst()

/** The reported one with those before and after it, oldest first; a removed one with what it said. */
export async function findMessagesAround(db: Db, messageId: string, senderId: string) {
  const reported = await db
    .selectFrom('message')
    .select(['conversationId', 'seq'])
    .where('id', '=', messageId)
    .where('senderId', '=', senderId)
    .executeTakeFirst()
  if (!reported) return []
  return db
    .selectFrom('message')
    .leftJoin('sanction', (join) =>
      join
        .on('sanction.kind', '=', 'remove_content')
        .on(sql<boolean>`sanction.content ->> 'id' = message.id::text`)
        .on('sanction.endedAt', 'is', null),
    )
    .select(['message.id', 'message.senderId', 'message.createdAt'])
    .select(sql<string>`coalesce(sanction.content ->> 'text', message.body)`.as('text'))
    .select(sql<boolean>`message.body = ${removedMessageText}`.as('isRemoved'))
    .where('message.conversationId', '=', reported.conversationId)
    .where('message.seq', '>=', reported.seq - messagesAround)
    .where('message.seq', '<=', reported.seq + messagesAround)
    .orderBy('message.seq')
    .execute()
}

export const findReview = (db: Db, id: string) =>
  db.selectFrom('review').select(['rating', 'text', 'createdAt']).where('id', '=', id).executeTakeFirst()

/** What was removed by the decision of a case. */
export const findRemoved = (db: Db, caseId: string) =>
  db
    .selectFrom('sanction')
    .select('content')
    .where('caseId', '=', caseId)
    .where('kind', '=', 'remove_content')
    .executeTakeFirst()
