import { limits } from '@marga/contract/limits'
import { after, daysMs } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Pair } from './places.queries.ts'

/** What was let pass before this counts no longer. */
export const passedSince = (now: Date): Date => after(now, -daysMs(limits.placeOfferAgainDays))

export const insertPassed = (db: Db, { menteeId, mentorId }: Pair, passedAt: Date) =>
  db
    .insertInto('passedOffer')
    .values({ menteeId, mentorId, passedAt })
    .onConflict((conflict) => conflict.columns(['mentorId', 'menteeId']).doUpdateSet({ passedAt }))
    .execute()

export const deleteForgotten = (db: Db, now: Date) =>
  db.deleteFrom('passedOffer').where('passedAt', '<=', passedSince(now)).execute()

export const deleteAllPassed = (db: Db, column: 'menteeId' | 'mentorId', id: string) =>
  db.deleteFrom('passedOffer').where(column, '=', id).execute()
