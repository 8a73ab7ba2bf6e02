import type { BlockEffects } from '@marga/contract/moderation'
import type { MemberRole } from '@marga/contract/roles'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { EarlyEndings } from '../enrollments/early-endings.service.ts'
import * as queries from './blocking.queries.ts'

type Deps = { db: Database; clock: Clock; earlyEndings: EarlyEndings }

/** What a block would do now, in numbers: read before it is done, so others may change it meanwhile. */
export function createBlockPreviews({ db, clock, earlyEndings }: Deps) {
  const insist = async (role: MemberRole, id: string) => {
    if (!(await queries.findPerson(db.query, role, id))) throw new AppError('not_found')
  }

  return {
    /** @throws AppError not_found */
    async mentee(id: string): Promise<BlockEffects> {
      await insist('mentee', id)
      const own = { menteeId: id }
      return {
        subscriptions: await earlyEndings.countRenewing(id),
        refundRupees: 0,
        bookedSessions: await queries.countSlotsAhead(db.query, own, 'booked', clock.now()),
        openTimes: 0,
        openTickets: await queries.countOpenTicketsAbout(db.query, id),
      }
    },

    /** @throws AppError not_found */
    async mentor(id: string): Promise<BlockEffects> {
      await insist('mentor', id)
      const own = { mentorId: id }
      const now = clock.now()
      return {
        ...(await earlyEndings.preview(id)),
        bookedSessions: await queries.countSlotsAhead(db.query, own, 'booked', now),
        openTimes: await queries.countSlotsAhead(db.query, own, 'open', now),
        openTickets: await queries.countOpenTicketsAbout(db.query, id),
      }
    },
  }
}
export type BlockPreviews = ReturnType<typeof createBlockPreviews>
