import { after, type Clock, daysMs } from '../../platform/clock.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { ownAccount } from './decisions.rules.ts'
import {
  findActiveModerators,
  findModeratorsSeenSince,
  findOwners,
  hasModeratorRow,
} from './moderators.queries.ts'

/** Who has not been here for so long is not waited for. */
const hereWithinDays = 30

/** Those who are told of what waits, and of what others decided. */
export function createModerators({ realClock }: { realClock: Clock }) {
  /** Who else could decide: an account that nobody uses any more would hold up every appeal. */
  const othersHere = async (db: Db, moderatorId: string): Promise<string[]> => {
    const since = after(realClock.now(), -daysMs(hereWithinDays))
    return (await findModeratorsSeenSince(db, since, moderatorId)).map(({ id }) => id)
  }
  return {
    ids: async (db: Db): Promise<string[]> => (await findActiveModerators(db)).map(({ id }) => id),
    /** Those who were ended are counted. */
    hasEverBeenOne: (db: Db): Promise<boolean> => hasModeratorRow(db),
    othersHere,
    /**
     * What is decided about an account under a moderator's own address, another one decides, where one is here who has
     * none of these accounts.
     * @throws AppError forbidden
     */
    refuseOwn: async (tx: Tx, moderatorId: string, accountIds: readonly string[]) => {
      if (accountIds.length === 0) return
      const owners = new Set((await findOwners(tx, accountIds)).map(({ id }) => id))
      if (!owners.has(moderatorId)) return
      if ((await othersHere(tx, moderatorId)).some((other) => !owners.has(other))) throw ownAccount()
    },
  }
}
export type Moderators = ReturnType<typeof createModerators>
