import type { Database } from '../../platform/db/database.ts'
import type { Cursors, Keyset, PageInput } from '../../platform/db/paging.ts'
import { type AccountRow, presentListedMentee, presentListedMentor } from './people.presenter.ts'
import * as queries from './people.queries.ts'

export type PeopleFilter = PageInput & queries.ListFilter

/** The moderators' lists, newest first. */
export function createPeople({ db, cursors }: { db: Database; cursors: Cursors }) {
  return {
    async mentee(id: string) {
      const row = await queries.findMentee(db.query, id)
      return row && presentListedMentee(row)
    },

    async mentor(id: string) {
      const row = await queries.findMentor(db.query, id)
      return row && presentListedMentor(row)
    },

    async mentees(filter: PeopleFilter) {
      const query = queries.listedMentees(db.query, filter)
      const { items, nextCursor } = await cursors.page(query, { list: 'mentees', ...newestFirst }, filter)
      return { mentees: items.map(presentListedMentee), nextCursor }
    },

    async mentors(filter: PeopleFilter) {
      const query = queries.listedMentors(db.query, filter)
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
  dated: 'once',
} as const satisfies Omit<Keyset<AccountRow>, 'list'>
