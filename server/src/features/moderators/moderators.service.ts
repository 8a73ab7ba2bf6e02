import { after, type Clock, daysMs } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import { findActiveModerators, findModeratorsSeenSince, hasModeratorRow } from './moderators.queries.ts'

/** Who has not been here for so long is not waited for. */
const hereWithinDays = 30

/** Those who are told of what waits, and of what others decided. */
export function createModerators({ realClock }: { realClock: Clock }) {
  return {
    ids: async (db: Db): Promise<string[]> => (await findActiveModerators(db)).map(({ id }) => id),
    /** Those who were ended are counted. */
    hasEverBeenOne: (db: Db): Promise<boolean> => hasModeratorRow(db),
    /** Who else could decide: an account that nobody uses any more would hold up every appeal. */
    othersHere: async (db: Db, moderatorId: string): Promise<string[]> => {
      const since = after(realClock.now(), -daysMs(hereWithinDays))
      return (await findModeratorsSeenSince(db, since, moderatorId)).map(({ id }) => id)
    },
  }
}
export type Moderators = ReturnType<typeof createModerators>
