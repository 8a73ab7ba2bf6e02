import type { MemberRole } from '@marga/contract/roles'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { suspendedUntil } from '../accounts/sanction-fragments.queries.ts'

export type ListFilter = { search?: string | undefined; status?: 'active' | 'blocked' | undefined }

const likePattern = (text: string) => `%${text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`

const accountColumns = [
  'account.id',
  'account.firstName',
  'account.lastName',
  'account.email',
  'account.phone',
  'account.profileImageUrl',
  'account.isBlocked',
  'account.createdAt',
] as const

const accounts = (db: Db, role: MemberRole) =>
  db
    .selectFrom('account')
    .select(accountColumns)
    .select(suspendedUntil('account.id').as('suspendedUntil'))
    .where('account.role', '=', role)
    .where('account.deletedAt', 'is', null)

const asMentors = (query: ReturnType<typeof accounts>) =>
  query
    .innerJoin('mentorProfile', 'mentorProfile.accountId', 'account.id')
    .select([
      'mentorProfile.jobTitle',
      'mentorProfile.firmName',
      'mentorProfile.ratingSum',
      'mentorProfile.ratingCount',
    ])
    .select(
      sql<number>`(select count(*) from enrollment where enrollment.mentor_id = account.id and enrollment.status <> 'ended')`.as(
        'subscribers',
      ),
    )

const listed = (db: Db, role: MemberRole, filter: ListFilter) =>
  accounts(db, role)
    .$if(filter.status !== undefined, (query) =>
      query.where('account.isBlocked', '=', filter.status === 'blocked'),
    )
    .$if(Boolean(filter.search), (query) =>
      query.where(
        sql<boolean>`lower(account.first_name || ' ' || account.last_name || ' ' || account.email) like ${likePattern(filter.search!)}`,
      ),
    )

export const listedMentees = (db: Db, filter: ListFilter) => listed(db, 'mentee', filter)

/** Those who were accepted. */
export const listedMentors = (db: Db, filter: ListFilter) =>
  asMentors(listed(db, 'mentor', filter)).where('mentorProfile.status', '=', 'accepted')

export const findMentee = (db: Db, id: string) =>
  accounts(db, 'mentee').where('account.id', '=', id).executeTakeFirst()

export const findMentor = (db: Db, id: string) =>
  asMentors(accounts(db, 'mentor')).where('account.id', '=', id).executeTakeFirst()
