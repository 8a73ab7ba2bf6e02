import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import { givesAccess } from '../enrollments/enrollments.rules.ts'
import { findRights, type Pair, type RightsRow } from './chat.queries.ts'

export type Rights = {
  canWrite: boolean
  /** Whether contact details in what they write are hidden: before the first payment of the pair. */
  isMasked: boolean
  /** A subscription of the two is not over; it may be paused. */
  isSubscribed: boolean
  /** The mentee may write by it, and is promised an answer. */
  isPromised: boolean
}

/** A live enrollment lets a pair write, and so does an intro call that is booked or was held within 7 days. */
export function createChatPolicy({ clock }: { clock: Clock }) {
  /** Of each pair, in their order, by one statement for all of them. */
  async function ofAll(db: Db, pairs: readonly Pair[]): Promise<Rights[]> {
    if (pairs.length === 0) return []
    const now = clock.now()
    const rows = await findRights(db, pairs, now)
    return rows.map((row) => rightsOf(row, now))
  }

  return {
    ofAll,
    canWrite: async (db: Db, pair: Pair): Promise<boolean> => (await ofAll(db, [pair]))[0]!.canWrite,
  }
}
function rightsOf(row: RightsRow, now: Date): Rights {
  const { isClosed, isEverEnrolled, status, periodEnd, hasRecentIntro, ...of } = row
  const isSubscribed = status !== null
  const isPromised = !isClosed && isSubscribed && givesAccess({ ...of, status, periodEnd: periodEnd! }, now)
  const canWrite = isPromised || (!isClosed && hasRecentIntro)
  return { canWrite, isMasked: !isEverEnrolled, isSubscribed, isPromised }
}

export type ChatPolicy = ReturnType<typeof createChatPolicy>
