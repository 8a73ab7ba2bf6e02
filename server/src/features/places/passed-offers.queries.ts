import { limits } from '@marga/contract/limits'
import { after, daysMs } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import { insertRows } from '../../platform/db/insert-rows.ts'
import type { Pair } from './places.queries.ts'

/** What was let pass before this counts no longer. */
export const passedSince = (now: Date): Date => after(now, -daysMs(limits.placeOfferAgainDays))

/** `offeredUntil` of one that ran out: who has paid before then has the place; null of one that was given up. */
type Passed = Pair & { offeredUntil: Date | null }

export const insertPassed = async (db: Db, passed: readonly Passed[], passedAt: Date): Promise<void> => {
  if (passed.length === 0) return
  await insertRows(
    db,
    'passedOffer',
    passed.map(({ menteeId, mentorId, offeredUntil }) => ({ menteeId, mentorId, passedAt, offeredUntil })),
  )
    .onConflict((conflict) =>
      conflict.columns(['mentorId', 'menteeId']).doUpdateSet(({ ref }) => ({
        passedAt: ref('excluded.passedAt'),
        offeredUntil: ref('excluded.offeredUntil'),
      })),
    )
    .execute()
}

export const deleteForgotten = (db: Db, now: Date) =>
  db.deleteFrom('passedOffer').where('passedAt', '<=', passedSince(now)).execute()

export const deleteAllPassed = (db: Db, column: 'menteeId' | 'mentorId', id: string) =>
  db.deleteFrom('passedOffer').where(column, '=', id).execute()
