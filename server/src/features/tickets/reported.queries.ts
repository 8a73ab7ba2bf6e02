import type { Reported, TicketContext } from '@marga/contract/tickets'
import { type SqlBool, sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

type Between = { raiserId: string; accusedId: string }

/**
 * What a context refers to, if it is of these two: a message that the accused wrote to the raiser, or a session or
 * a review of theirs. Anything else is as good as absent, so that a ticket neither probes for what others have nor
 * shows it to a moderator.
 */
export async function findReported(
  db: Db,
  { kind, id }: TicketContext,
  { raiserId, accusedId }: Between,
): Promise<Reported | undefined> {
  const ofTheTwo = (table: string) =>
    sql<SqlBool>`(${sql.ref(`${table}.menteeId`)}, ${sql.ref(`${table}.mentorId`)})
      in ((${raiserId}::uuid, ${accusedId}::uuid), (${accusedId}::uuid, ${raiserId}::uuid))`
  switch (kind) {
    case 'message':
      return present(
        await db
          .selectFrom('message')
          .innerJoin('conversation', 'conversation.id', 'message.conversationId')
          .select(['message.body as text', 'message.createdAt as at'])
          .where('message.id', '=', id)
          .where('message.senderId', '=', accusedId)
          .where(ofTheTwo('conversation'))
          .executeTakeFirst(),
      )
    case 'slot':
      return present(
        await db
          .selectFrom('slot')
          .select([sql<string>`coalesce(topic, '')`.as('text'), 'startsAt as at'])
          .where('id', '=', id)
          .where(ofTheTwo('slot'))
          .executeTakeFirst(),
      )
    case 'review':
      return present(
        await db
          .selectFrom('review')
          .select(['text', 'createdAt as at'])
          .where('id', '=', id)
          .where(ofTheTwo('review'))
          .executeTakeFirst(),
      )
    case 'profile':
      return undefined
  }
}

const present = (row: { text: string; at: Date } | undefined): Reported | undefined =>
  row && { text: row.text, at: row.at.toISOString() }
