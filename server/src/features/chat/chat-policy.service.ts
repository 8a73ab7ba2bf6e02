import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import { findRights, type Pair } from './chat.queries.ts'
import { introsEndAfter, type Rights, rightsOf } from './chat-rights.rules.ts'

/**
 * A live enrollment lets a pair write, and so does an intro call that is booked or has ended within 7 days, whether both
 * came or not.
 */
export function createChatPolicy({ clock }: { clock: Clock }) {
  /** Of each pair, in their order, by one statement for all of them. */
  async function ofAll(db: Db, pairs: readonly Pair[]): Promise<Rights[]> {
    if (pairs.length === 0) return []
    const now = clock.now()
    const rows = await findRights(db, pairs, introsEndAfter(now))
    return rows.map((row) => rightsOf(row, now))
  }

  return {
    ofAll,
    canWrite: async (db: Db, pair: Pair): Promise<boolean> => (await ofAll(db, [pair]))[0]!.canWrite,
  }
}
export type ChatPolicy = ReturnType<typeof createChatPolicy>
