import { limits } from '@marga/contract/limits'
import type { MemberRole } from '@marga/contract/roles'
import type { DossierList } from '@marga/contract/user-dossiers'
import type { Database } from '../../platform/db/database.ts'
import { type NewestLists, newestLists } from '../../platform/db/newest-lists.ts'
import { AppError } from '../../platform/errors.ts'
import type { People } from '../moderation/people.service.ts'
import type { Audit } from '../moderators/audit.service.ts'
import type { Slots } from '../slots/slots.service.ts'
import type { Tickets } from '../tickets/tickets.service.ts'
import { presentEnrollmentOf } from './user-history.presenter.ts'
import { findEnrollmentsOf } from './user-history.queries.ts'

type Deps = { db: Database; people: People; slots: Slots; tickets: Tickets; audit: Audit }

/** Of each list of one person, but for tickets. */
export const dossierListMax = 100

/** What somebody has done here, and what moderators did about it. */
export function createUserHistories({ db, people, slots, tickets, audit }: Deps) {
  async function historyOf(role: MemberRole, id: string, { take }: NewestLists<DossierList>) {
    const enrollments = await take('enrollments', dossierListMax, (limit) =>
      findEnrollmentsOf(db.query, role, id, limit),
    )
    return {
      enrollments: enrollments.map(presentEnrollmentOf),
      bookings: await take('sessions', dossierListMax, (limit) => slots.bookingsOf(role, id, limit)),
      tickets: await take('tickets', limits.unpagedListMax, (limit) => tickets.about(id, limit)),
      acts: await take('acts', dossierListMax, (limit) => audit.about(id, limit)),
    }
  }

  return {
    of: historyOf,
    /** @throws AppError not_found */
    async mentee(id: string) {
      const row = await people.mentee(id)
      if (!row) throw new AppError('not_found')
      return { ...row, ...(await historyOf('mentee', id, newestLists())) }
    },
    /** @throws AppError not_found */
    async mentor(id: string) {
      const row = await people.mentor(id)
      if (!row) throw new AppError('not_found')
      return { ...row, ...(await historyOf('mentor', id, newestLists())) }
    },
  }
}
export type UserHistories = ReturnType<typeof createUserHistories>
