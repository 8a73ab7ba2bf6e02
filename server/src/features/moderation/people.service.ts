import type { ListedMentee, ListedMentor } from '@marga/contract/moderation'
import { sql } from 'kysely'
import type { Database } from '../../platform/db/database.ts'
import type { Cursors, Keyset, PageInput } from '../../platform/db/paging.ts'
import { meanRating } from '../search/mentor-card.presenter.ts'

export type PeopleFilter = PageInput & {
  search?: string | undefined
  status?: 'active' | 'blocked' | undefined
}

const likePattern = (text: string) => `%${text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`

/** The moderators' lists, newest first. */
export function createPeople({ db, cursors }: { db: Database; cursors: Cursors }) {
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

  const listed = (role: 'mentee' | 'mentor', filter: PeopleFilter) =>
    accounts(role)
      .$if(filter.status !== undefined, (query) =>
        query.where('account.isBlocked', '=', filter.status === 'blocked'),
      )
      .$if(Boolean(filter.search), (query) =>
        query.where(
          sql<boolean>`lower(account.first_name || ' ' || account.last_name || ' ' || account.email) like ${likePattern(filter.search!)}`,
        ),
      )

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
      const query = listed('mentee', filter)
      const { items, nextCursor } = await cursors.page(query, { list: 'mentees', ...newestFirst }, filter)
      return { mentees: items.map(presentAccount), nextCursor }
    },

    async mentors(filter: PeopleFilter) {
      const query = mentorsOf(listed('mentor', filter)).where('mentorProfile.status', '=', 'accepted')
      const { items, nextCursor } = await cursors.page(query, { list: 'mentors', ...newestFirst }, filter)
      return { mentors: items.map(presentListedMentor), nextCursor }
    },
  }
}
export type People = ReturnType<typeof createPeople>

const newestFirst = {
  columns: ['account.createdAt', 'account.id'],
  order: 'desc',
  markOf: (row: { createdAt: Date; id: string }) => [row.createdAt, row.id],
} as const satisfies Omit<Keyset<AccountRow>, 'list'>

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
