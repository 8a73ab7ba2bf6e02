import type { MemberRole } from '@marga/contract/roles'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { wasNotRefused } from '../enrollments/refusal-fragments.queries.ts'

/** Newest first, with the other person of each. */
export function findEnrollmentsOf(db: Db, role: MemberRole, id: string, limit: number) {
  const [own, other] =
    role === 'mentee' ? (['menteeId', 'mentorId'] as const) : (['mentorId', 'menteeId'] as const)
  return db
    .selectFrom('enrollment')
    .innerJoin('account', 'account.id', `enrollment.${other}`)
    .select([
      'enrollment.id as enrollmentId',
      'enrollment.status',
      'enrollment.startedAt',
      'enrollment.amount',
    ])
    .select(['account.id', 'account.firstName', 'account.lastName', 'account.profileImageUrl'])
    .where(sql.ref(`enrollment.${own}`), '=', id)
    .where(wasNotRefused)
    .orderBy('enrollment.startedAt', 'desc')
    .limit(limit)
    .execute()
}
export type EnrollmentOfRow = Awaited<ReturnType<typeof findEnrollmentsOf>>[number]
