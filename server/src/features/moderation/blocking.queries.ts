import type { MemberRole } from '@marga/contract/roles'
import type { Db } from '../../platform/db/database.ts'

type PersonOf = { role: MemberRole; accountId: string }

export const findPerson = (db: Db, role: MemberRole, id: string) =>
  db
    .selectFrom('account')
    .select('id')
    .where('id', '=', id)
    .where('role', '=', role)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()

export const lockPerson = (db: Db, { role, accountId }: PersonOf) =>
  db
    .selectFrom('account')
    .select(['id', 'isBlocked'])
    .where('id', '=', accountId)
    .where('role', '=', role)
    .where('deletedAt', 'is', null)
    // Not more: what others are writing about this account must be able to end before its sessions do.
    .forNoKeyUpdate()
    .executeTakeFirst()

export const setBlocked = (db: Db, accountId: string, isBlocked: boolean) =>
  db.updateTable('account').set({ isBlocked }).where('id', '=', accountId).execute()

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
