import type { Member } from '../../platform/actor.ts'
import type { Db } from '../../platform/db/database.ts'

/** What two people have with each other. */
export const relationTables = ['conversation', 'enrollment', 'slot'] as const
export type RelationTable = (typeof relationTables)[number]

export async function hasRowOfBoth(
  db: Db,
  table: RelationTable,
  actor: Member,
  otherId: string,
): Promise<boolean> {
  const [own, other] =
    actor.role === 'mentee' ? (['menteeId', 'mentorId'] as const) : (['mentorId', 'menteeId'] as const)
  const row = await db
    .selectFrom(table)
    .select('id')
    .where(own, '=', actor.id)
    .where(other, '=', otherId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
