import { sql } from 'kysely'
import type { Database } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { presentPerson } from '../accounts/accounts.presenter.ts'
import type { People } from '../moderation/people.service.ts'
import type { Audit } from '../moderators/audit.service.ts'
import type { Slots } from '../slots/slots.service.ts'
import type { Tickets } from '../tickets/tickets.service.ts'

type Deps = { db: Database; people: People; slots: Slots; tickets: Tickets; audit: Audit }

/** All that a moderator needs to see of one person before deciding. */
export function createUserDossiers({ db, people, slots, tickets, audit }: Deps) {
  async function historyOf(role: 'mentee' | 'mentor', id: string) {
    const [own, other] =
      role === 'mentee' ? (['menteeId', 'mentorId'] as const) : (['mentorId', 'menteeId'] as const)
    const enrollments = await db.query
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
      .orderBy('enrollment.startedAt', 'desc')
      .limit(100)
      .execute()
    return {
      enrollments: enrollments.map((row) => ({
        _id: row.enrollmentId,
        with: presentPerson(row),
        status: row.status,
        startedAt: row.startedAt.toISOString(),
        amount: row.amount,
      })),
      bookings: await slots.bookingsOf(role, id),
      tickets: await tickets.about(id),
      acts: await audit.about(id),
    }
  }

  return {
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
export type UserDossiers = ReturnType<typeof createUserDossiers>
