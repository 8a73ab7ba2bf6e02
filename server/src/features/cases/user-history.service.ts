import type { MemberRole } from '@marga/contract/roles'
import type { Database } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { People } from '../moderation/people.service.ts'
import type { Audit } from '../moderators/audit.service.ts'
import type { Slots } from '../slots/slots.service.ts'
import type { Tickets } from '../tickets/tickets.service.ts'
import { presentEnrollmentOf } from './user-history.presenter.ts'
import { findEnrollmentsOf } from './user-history.queries.ts'

type Deps = { db: Database; people: People; slots: Slots; tickets: Tickets; audit: Audit }

/** What somebody has done here, and what moderators did about it. */
export function createUserHistories({ db, people, slots, tickets, audit }: Deps) {
  async function historyOf(role: MemberRole, id: string) {
    const enrollments = await findEnrollmentsOf(db.query, role, id)
    return {
      enrollments: enrollments.map(presentEnrollmentOf),
      bookings: await slots.bookingsOf(role, id),
      tickets: await tickets.about(id),
      acts: await audit.about(id),
    }
  }

  return {
    of: historyOf,
    /** @throws AppError not_found */
    async mentee(id: string) {
      const row = await people.mentee(id)
      if (!row) throw new AppError('not_found')
      return { ...row, ...(await historyOf('mentee', id)) }
    },
    /** @throws AppError not_found */
    async mentor(id: string) {
      const row = await people.mentor(id)
      if (!row) throw new AppError('not_found')
      return { ...row, ...(await historyOf('mentor', id)) }
    },
  }
}
export type UserHistories = ReturnType<typeof createUserHistories>
