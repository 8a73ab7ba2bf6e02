import type { ListedMentee, ListedMentor } from '@marga/contract/moderation'
import { sql } from 'kysely'
import type { Database } from '../../platform/db/database.ts'
import { type PageInput, page, readCursor } from '../../platform/db/paging.ts'
import { meanRating } from '../mentors/mentor-card.presenter.ts'

export type PeopleFilter = PageInput & {
  search?: string | undefined
  status?: 'active' | 'blocked' | undefined
}

const likePattern = (text: string) => `%${text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`

/** The moderators' lists, newest first. */
export function createPeople({ db }: { db: Database }) {
  const accounts = (role: 'mentee' | 'mentor') =>
    db.query
      .selectFrom('account')
      .select(accountColumns)
      .where('account.role', '=', role)
      .where('account.deletedAt', 'is', null)

  const mentorsOf = (query: ReturnType<typeof accounts>) =>
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

  const listed = (role: 'mentee' | 'mentor', filter: PeopleFilter) => {
    const cursor = readCursor(filter.cursor, ['time', 'id'])
    return accounts(role)
      .$if(filter.status !== undefined, (query) =>
        query.where('account.isBlocked', '=', filter.status === 'blocked'),
      )
      .$if(Boolean(filter.search), (query) =>
        query.where(
          sql<boolean>`lower(account.first_name || ' ' || account.last_name || ' ' || account.email) like ${likePattern(filter.search!)}`,
        ),
      )
      .$if(cursor !== undefined, (query) =>
        query.where(({ eb, refTuple, tuple }) =>
          eb(refTuple('account.createdAt', 'account.id'), '<', tuple(...cursor!)),
        ),
      )
      .orderBy('account.createdAt', 'desc')
      .orderBy('account.id', 'desc')
      .limit(filter.limit + 1)
  }

  return {
    async mentee(id: string) {
      const row = await accounts('mentee').where('account.id', '=', id).executeTakeFirst()
      return row && presentAccount(row)
    },

    async mentor(id: string) {
      const row = await mentorsOf(accounts('mentor')).where('account.id', '=', id).executeTakeFirst()
      return row && presentListedMentor(row)
    },

    async mentees(filter: PeopleFilter) {
      const rows = await listed('mentee', filter).execute()
      const { items, nextCursor } = page(rows, filter.limit, (row) => [row.createdAt, row.id])
      return { mentees: items.map(presentAccount), nextCursor }
    },

    async mentors(filter: PeopleFilter) {
      const rows = await mentorsOf(listed('mentor', filter))
        .where('mentorProfile.status', '=', 'accepted')
        .execute()
      const { items, nextCursor } = page(rows, filter.limit, (row) => [row.createdAt, row.id])
      return { mentors: items.map(presentListedMentor), nextCursor }
    },
  }
}
export type People = ReturnType<typeof createPeople>

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

type MentorRow = AccountRow & {
  jobTitle: string
  firmName: string
  ratingSum: number
  ratingCount: number
  subscribers: number
}

const presentListedMentor = (row: MentorRow): ListedMentor => ({
  ...presentAccount(row),
  jobTitle: row.jobTitle,
  firmName: row.firmName,
  rating: meanRating(row.ratingSum, row.ratingCount),
  reviewCount: row.ratingCount,
  subscribers: row.subscribers,
})

type AccountRow = Omit<ListedMentee, '_id' | 'createdAt'> & { id: string; createdAt: Date }

const presentAccount = (row: AccountRow): ListedMentee => ({
  _id: row.id,
  firstName: row.firstName,
  lastName: row.lastName,
  email: row.email,
  phone: row.phone,
  profileImageUrl: row.profileImageUrl,
  isBlocked: row.isBlocked,
  createdAt: row.createdAt.toISOString(),
})
