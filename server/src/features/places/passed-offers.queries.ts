import { limits } from '@marga/contract/limits'
import { after, daysMs } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Pair } from './places.queries.ts'

/** What was let pass before this counts no longer. */
export const passedSince = (now: Date): Date => after(now, -daysMs(limits.placeOfferAgainDays))

/** @param offeredUntil of one that ran out: who has paid before then has the place; null of one that was given up */
export const insertPassed = (
  db: Db,
  { menteeId, mentorId }: Pair,
  { passedAt, offeredUntil }: { passedAt: Date; offeredUntil: Date | null },
) =>
  db
    .insertInto('passedOffer')
    .values({ menteeId, mentorId, passedAt, offeredUntil })
    .onConflict((conflict) =>
      conflict.columns(['mentorId', 'menteeId']).doUpdateSet({ passedAt, offeredUntil }),
    )
    .execute()

export const deleteForgotten = (db: Db, now: Date) =>
  db.deleteFrom('passedOffer').where('passedAt', '<=', passedSince(now)).execute()

export const deleteAllPassed = (db: Db, column: 'menteeId' | 'mentorId', id: string) =>
  db.deleteFrom('passedOffer').where(column, '=', id).execute()
