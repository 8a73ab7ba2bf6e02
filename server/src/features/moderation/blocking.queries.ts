import type { MemberRole } from '@marga/contract/roles'
import type { Db } from '../../platform/db/database.ts'

export const findPerson = (db: Db, role: MemberRole, id: string) =>
  db
    .selectFrom('account')
    .select('id')
    .where('id', '=', id)
    .where('role', '=', role)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()

export async function countSlotsAhead(
  db: Db,
  of: { menteeId: string } | { mentorId: string },
  status: 'booked' | 'open',
  now: Date,
): Promise<number> {
  const [column, id] =
    'menteeId' in of ? (['menteeId', of.menteeId] as const) : (['mentorId', of.mentorId] as const)
  const { count } = await db
    .selectFrom('slot')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(column, '=', id)
    .where('startsAt', '>', now)
    .where('status', '=', status)
    .executeTakeFirstOrThrow()
  return count
}

export async function countOpenTicketsAbout(db: Db, accusedId: string): Promise<number> {
  const { count } = await db
    .selectFrom('ticket')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('accusedId', '=', accusedId)
    .where('status', '=', 'open')
    .executeTakeFirstOrThrow()
  return count
}
