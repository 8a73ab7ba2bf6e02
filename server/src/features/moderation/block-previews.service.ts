import type { BlockEffects } from '@marga/contract/moderation'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { Unwinding } from '../enrollments/unwinding.service.ts'

type Deps = { db: Database; clock: Clock; unwinding: Unwinding }

/** What a block would do now, in numbers: read before it is done, so others may change it meanwhile. */
export function createBlockPreviews({ db, clock, unwinding }: Deps) {
  async function insist(role: 'mentee' | 'mentor', id: string) {
    const account = await db.query
      .selectFrom('account')
      .select('id')
      .where('id', '=', id)
      .where('role', '=', role)
      .where('deletedAt', 'is', null)
      .executeTakeFirst()
    if (!account) throw new AppError('not_found')
  }

  const count = async (query: { executeTakeFirstOrThrow: () => Promise<{ count: number }> }) =>
    (await query.executeTakeFirstOrThrow()).count

  const slotsOf = (column: 'menteeId' | 'mentorId', id: string) =>
    db.query
      .selectFrom('slot')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where(column, '=', id)
      .where('startsAt', '>', clock.now())

  const openTicketsAbout = (id: string) =>
    count(
      db.query
        .selectFrom('ticket')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('accusedId', '=', id)
        .where('status', '=', 'open'),
    )

  return {
    /** @throws AppError not_found */
    async mentee(id: string): Promise<BlockEffects> {
      await insist('mentee', id)
      return {
        subscriptions: await unwinding.countRenewing(id),
        refundRupees: 0,
        bookedSessions: await count(slotsOf('menteeId', id).where('status', '=', 'booked')),
        openTimes: 0,
        openTickets: await openTicketsAbout(id),
      }
    },

    /** @throws AppError not_found */
    async mentor(id: string): Promise<BlockEffects> {
      await insist('mentor', id)
      const slots = slotsOf('mentorId', id)
      return {
        ...(await unwinding.preview(id)),
        bookedSessions: await count(slots.where('status', '=', 'booked')),
        openTimes: await count(slots.where('status', '=', 'open')),
        openTickets: await openTicketsAbout(id),
      }
    },
  }
}
export type BlockPreviews = ReturnType<typeof createBlockPreviews>
